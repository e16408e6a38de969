// INSUM_REQUIRED: the statement to write under pragmas where no hand-written kernel exists.
#pragma once

/// `INSUM_REQUIRED;` stands for the generated code. The preprocessor replaces the statement; a compiler that
/// sees it stops with the message below. It is an expression, so it may stand wherever a statement may: as
/// the branch of an `if`, after a label, in templates and in constexpr functions. INSUM_PREPROCESSING is
/// defined while the preprocessor itself reads the file.
#ifdef INSUM_PREPROCESSING
#define INSUM_REQUIRED static_cast<void>(0)
#else
#define INSUM_REQUIRED                                                                       \
  static_cast<void>([] {                                                                     \
    static_assert(false,                                                                     \
                  "this statement has no hand-written kernel and needs the code that insum " \
                  "generates: build this file with add_insum_sources() or `insum rewrite`"); \
  })
#endif
