"""ccache, where there is one: most of what tests compile is as it was at their last run."""
import shutil

COMMAND = [found] if (found := shutil.which("ccache")) else []  # before a compiler that makes one object of one source
