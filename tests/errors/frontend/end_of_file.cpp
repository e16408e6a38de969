// A block at the end of the file.
extern float* y;
extern int n;
// expect-error@+2:1: no statement follows the block [insum-dangling-block]
// expect-note@+1:1: put the '#pragma insum' lines directly above the statement that they describe; where there is no hand-written one, write 'INSUM_REQUIRED;'
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
#ifdef NEVER
#endif
