// Objects of insum's types with one thing wrong in them, in kernels that check.
#pragma once

/// The number of objects that were handled wrongly.
int failures_of_objects();
