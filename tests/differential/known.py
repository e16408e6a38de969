"""Programs of the seeds that CI runs which show a bug that is known and open: counted and printed by themselves, not passed over."""

# (family, seed, number): what is wrong.
GAPS = {}
