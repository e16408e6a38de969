// Statements that cannot be replaced, beside ones that can.
extern float* y;
extern int n;
#define RET return
#define INIT y[0] = 1;
#define TWO y[0] = 1; y[1] = 2
#define SET(i, v) y[i] = v
#define LOOP(i, n) for (int i = 0; i < n; ++i)
#define BODY(x) { x; }

int control(int c) {
// expect-note@+2:1: the block replaces the whole statement
// expect-note@+1:1: the block replaces the whole statement
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    // expect-error@+2:19: 'return' leads out of the statement that the block replaces [insum-control-leaves-statement]
    // expect-note@+1:19: move it behind the statement, or annotate a statement that control leaves only at its end
    if (y[i] < 0) return 1;
    if (y[i] < 1) break;
    if (y[i] < 2) continue;
    // expect-error@+2:19: 'goto' leads out of the statement that the block replaces [insum-control-leaves-statement]
    // expect-note@+1:19: move it behind the statement, or annotate a statement that control leaves only at its end
    if (y[i] < 3) goto out;
    switch (c) { case 0: break; case 1: continue; }
    auto f = [&] { return 1; };
    struct L { int g() { return 2; } };
  }
  for (int k = 0; k < 3; ++k) {
// expect-note@+2:1: the block replaces the whole statement
// expect-note@+1:1: the block replaces the whole statement
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
    // expect-error@+4:21: 'break' leads out of the statement that the block replaces [insum-control-leaves-statement]
    // expect-note@+3:21: move it behind the statement, or annotate a statement that control leaves only at its end
    // expect-error@+2:42: 'continue' leads out of the statement that the block replaces [insum-control-leaves-statement]
    // expect-note@+1:42: move it behind the statement, or annotate a statement that control leaves only at its end
    { if (y[k] > 1) break; if (y[k] > 2) continue; }
  }
  switch (c) {
    case 7:
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
    {
      // expect-error@+2:7: the label 'case' inside of the statement that the block replaces is used from outside [insum-label-in-statement]
      // expect-note@+1:7: annotate a statement without labels that other statements jump to
      case 8: y[0] = 1;
      // expect-error@+2:7: the label 'default' inside of the statement that the block replaces is used from outside [insum-label-in-statement]
      // expect-note@+1:7: annotate a statement without labels that other statements jump to
      default: y[1] = 1;
    }
  }
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  // expect-remark@+2:5: the statement is not compared with its block: 'goto' or a label in the loop [insum-statement-not-compared]
  // expect-note@+1:5: verify mode compares them when the program runs
  { in: y[0] = 1; if (y[1] > 1) goto in; }
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  // expect-error@+2:5: the label 'outside' inside of the statement that the block replaces is used from outside [insum-label-in-statement]
  // expect-note@+1:5: annotate a statement without labels that other statements jump to
  { outside: y[0] = 1; }
  // expect-note@+1:15: the jump is here
  if (c == 3) goto outside;
out:
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 1, and the Einsum 0 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement writes y[0]; the block has y[i]
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  INIT
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  // expect-error@+2:3: the annotated statement ends inside of the expansion of macro 'TWO' [insum-statement-in-macro]
  // expect-note@+1:3: put the statement in braces, or write it out
  TWO;
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 1, and the Einsum 0 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement writes y[0]; the block has y[i]
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  SET(0, 1);
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  LOOP(i, n) SET(i, 0);
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  LOOP(i, n) BODY(y[i] = 0)
// expect-note@+2:1: the block replaces the whole statement
// expect-note@+1:1: the block replaces the whole statement
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  // expect-error@+4:10: 'return' leads out of the statement that the block replaces [insum-control-leaves-statement]
  // expect-note@+3:10: move it behind the statement, or annotate a statement that control leaves only at its end
  // expect-error@+2:22: 'return' leads out of the statement that the block replaces [insum-control-leaves-statement]
  // expect-note@+1:22: move it behind the statement, or annotate a statement that control leaves only at its end
  if (c) RET 3; else RET 4;
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  // expect-remark@+2:3: the statement is not compared with its block: the loop does not count by one [insum-statement-not-compared]
  // expect-note@+1:3: verify mode compares them when the program runs
  do { y[0] = 1; } while (y[0] < 0);
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  if (c) LOOP(i, n) y[i] = 0;
  // expect-remark@+2:8: the statement is not compared with its block: the loop does not count by one [insum-statement-not-compared]
  // expect-note@+1:8: verify mode compares them when the program runs
  else while (y[0] > 0) SET(0, 3)  ;
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  // expect-remark@+2:3: the statement is not compared with its block: 'try' in the loop [insum-statement-not-compared]
  // expect-note@+1:3: verify mode compares them when the program runs
  try { y[0] = 0; } catch (...) { throw; }
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  ;
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:17: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:17: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  INSUM_REQUIRED;
  return 0;
}
