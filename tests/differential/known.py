"""Programs of the seeds that CI runs which show a bug that is known and open: counted and printed by themselves, not passed over."""

# (family, seed, number): what is wrong.
GAPS = {
    ("several", "21", 939): "threads that copy entries of three or more modes part the entries of one fibre: the result has a coordinate twice",
}
