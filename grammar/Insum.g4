// The pragma language of insum, one directive a line. docs/language.md says what the directives mean to a user;
// the structs that mirror these rules, by name, are in preprocessor/ast/ast.h.
//
// * The grammar is total: white space, comments and backslash-newlines are all that is ever left out, a character
//   that begins no token is the token BAD, which no rule takes, and `line`, the only start rule, ends in EOF.
// * Words are not reserved: `name` takes every keyword, so a tensor may be called `format` or `of`.
// * A few tokens decide every alternative, so that parsing is linear, and nothing is left-recursive, so that
//   expectations.cpp can say what may stand at the place of an error.
// * Names of formats, schedule commands, level kinds, modifiers and facts are plain names here. A new one changes a
//   table, never this file.
grammar Insum;

line : '#' 'pragma' 'insum' directive EOF ;

directive
  : kernel_directive
  | tensor_directive
  | format_directive
  | schedule_directive
  | target_directive
  | workspace_directive
  | assume_directive
  | verify_directive
  | gradient_directive
  | function_directive
  | deterministic_directive
  | baseline_directive
  | einsum
  ;

// --- Einsums: C[i,j] += A[i,k] * B[k,j] --------------------------------------------------------------------

// `=` defines every element of the left side, `op=` combines with what is there. An additive term of the right side
// is reduced over those of its indices that are not on the left.
einsum : access assign_op expr ;

assign_op : '=' | '+=' | '*=' | 'min=' | 'max=' | '|=' | '&=' ;

// A bare name is a scalar, or a tensor without modes.
access : name subscripts? ;
subscripts : '[' subscript (',' subscript)* ']' ;

// Affine: 2*h + r - 1, {stride}*h + r, D[y], {batch}. Names are index variables; C++ stands in braces.
subscript : sign* subscript_term (sign+ subscript_term)* ;
sign : '+' | '-' ;
// One factor of a product is a constant.
subscript_term : subscript_factor ('*' subscript_factor)? ;
subscript_factor : NUMBER | braces | index ;
// An index variable, or the value of an array: a gather on the right, a scatter on the left.
index : name subscripts? ;

// As in C++, from the loosest to the tightest operator.
expr : conjunction ('||' conjunction)* ;
conjunction : equality ('&&' equality)* ;
equality : comparison (('==' | '!=') comparison)* ;
comparison : addition (('<' | '<=' | '>' | '>=') addition)* ;
addition : multiplication (('+' | '-') multiplication)* ;
multiplication : unary (('*' | '/') unary)* ;
unary : ('-' | '+' | '!')* primary ;
primary : NUMBER | braces | parentheses | reduction | call | access ;
parentheses : '(' expr ')' ;

// sum(i,j: expr), and prod min max any all
reduction : name '(' name (',' name)* ':' expr ')' ;
// A known function (abs sqrt exp ...) or a C++ function that a `function` line names.
call : qualified_name '(' (expr (',' expr)*)? ')' ;

// --- Tensors and formats: tensor A[M,K] : csr(rowptr, col, val) --------------------------------------------

tensor_directive : 'tensor' name (sizes ':' format_use | '=' object) modifier* ;
sizes : '[' cpp (',' cpp)* ']' ;

format_use : levels | format_name storage? ;
format_name : word format_arguments? ;
format_arguments : '<' format_argument (',' format_argument)* '>' ;
format_argument : 'auto' | braces | angle_cpp ;
storage : '(' (storage_argument (',' storage_argument)*)? ')' ;

// One array. field(array, member) takes a member of each element of an array of structs; an array that is itself
// called `field` is told apart by what follows.
storage_argument : field | 'field' field_rest? | cpp_without_field ;
field : 'field' '(' cpp ',' name ')' ;
field_rest : (cpp_token | cpp_brackets | cpp_braces) cpp_item* ;
cpp_without_field : (cpp_token_but_field | cpp_group) cpp_item* ;

// The general form of a format: levels(1: dense, 0: compressed(pos, crd); vals), outermost level first.
levels : 'levels' '(' level_spec (',' level_spec)* (';' storage_argument (',' storage_argument)*)? ')' ;
level_spec : level_mode ':' name storage? ;
// Which coordinate the level stores: mode 0, its blocks 0/32, its place in the block 0%32, a diagonal 1-0.
level_mode : NUMBER ('/' level_divisor | '%' level_divisor | '-' NUMBER)? ;
level_divisor : NUMBER | 'auto' | name | braces ;

// order(1,0) strides(s,1) fill(v) base(1) sorted unsorted unique duplicates symmetric(lower)
modifier : name ('(' (cpp (',' cpp)*)? ')')? ;

// Compute A in another format than the one stored: format A -> bcsr<16,16> + ell<2> once
format_directive : 'format' name '->' format_name ('+' format_name)* 'once'? ;

// --- Schedules: schedule reorder(i,k,j), parallelize(i) ----------------------------------------------------

schedule_directive : 'schedule' schedule_command (',' schedule_command)* ;
// name(arguments; path). Which commands there are and what they take is in schedule/commands.def.
schedule_command
  : command_name ('(' schedule_arguments? schedule_path? ')')?
  | name relation schedule_value
  ;
command_name : name | 'auto' ;
schedule_arguments : schedule_argument (',' schedule_argument)* ;
schedule_path : ';' schedule_arguments? ;
// `memory <= 1e9` is a comparison to the grammar, `capacity(64)` a call; ast_builder makes settings of both.
schedule_argument : schedule_setting | schedule_value ;
schedule_setting : name '=' schedule_value ;
schedule_value : 'auto' | schedule_list | dotted_name | expr ;
// {i, j}, a path {0, 1}; {n} too, rather than C++ in braces.
schedule_list : '{' (schedule_word (',' schedule_word)*)? '}' ;
schedule_word : name | NUMBER ;
dotted_name : name ('.' name)* ;  // i, dynamic, block.x
relation : '<' | '<=' | '>' | '>=' | '==' ;

// --- The other lines ---------------------------------------------------------------------------------------

// The name in reports, symbols and diagnostics.
kernel_directive : 'kernel' name ;
// device(A, B): storage that is in device memory already.
target_directive : 'target' target_name ('device' '(' name (',' name)* ')')? ;
target_name : name | 'auto' ;
// How the workspace W of a schedule is stored: workspace W : hash, workspace W : user(Type)
workspace_directive : 'workspace' name ':' (user_policy | policy_name) ;
policy_name : name | 'auto' ;
user_policy : 'user' '(' cpp_type ')' ;
cpp_type : (cpp_item | ',')+ ;
// Facts that the compiler may rely on: assume(M in [1000, 1000000], density(A) < 0.01, sorted(A), in_bounds)
assume_directive : 'assume' '(' assumption (',' assumption)* ')' ;
assumption : name assumption_arguments? (relation cpp | 'in' '[' cpp ',' cpp ']')? ;
assumption_arguments : '(' name (',' name)* ')' ;
// Compare the generated kernel with the hand-written statement: verify(rtol=1e-5, atol=1e-8)
verify_directive : 'verify' ('(' verify_setting (',' verify_setting)* ')')? ;
verify_setting : name '=' expr ;
// Also emit the backward kernel.
gradient_directive : 'gradient' '(' name (',' name)* ')' 'of' name ;
// A C++ function and its algebra, which decides what sparsity may skip: function f(commutative, zero(x) = 0)
function_directive : 'function' qualified_name ('(' (function_property (',' function_property)*)? ')')? ;
function_property : name ('(' name (',' name)* ')')? ('=' cpp)? ;
// Bit-equal results over runs and thread counts.
deterministic_directive : 'deterministic' ;
// The hand-written statement stays one of the variants that the run-time choice measures.
baseline_directive : 'baseline' ;

// --- Names -------------------------------------------------------------------------------------------------

name : word | 'levels' ;
qualified_name : name ('::' name)* ;
word : word_but_field | 'field' ;
word_but_field
  : NAME | 'pragma' | 'insum' | 'kernel' | 'tensor' | 'format' | 'schedule' | 'target' | 'workspace' | 'assume'
  | 'verify' | 'gradient' | 'function' | 'deterministic' | 'baseline' | 'once' | 'of' | 'in' | 'device' | 'user'
  ;

// --- C++ expressions: balanced tokens, split at commas like the arguments of a macro -----------------------

cpp : cpp_item+ ;
braces : '{' cpp '}' ;
cpp_item : cpp_token | cpp_group ;
cpp_group : cpp_parentheses | cpp_brackets | cpp_braces ;
cpp_parentheses : '(' cpp_inner* ')' ;
cpp_brackets : '[' cpp_inner* ']' ;
cpp_braces : '{' cpp_inner* '}' ;
cpp_inner : cpp_item | ',' | ';' ;

// What `tensor A = ...` names. Two operands never stand side by side in an expression, so a name after an operand is
// the first modifier.
object : object_term (cpp_operator+ object_term)* ;
object_term : cpp_operator* (cpp_operand | cpp_group) cpp_group* ;

// Inside < > of a format: `>` closes, unless in parentheses.
angle_cpp : angle_item+ ;
angle_item : cpp_operand | angle_operator | cpp_group ;

cpp_token : cpp_operand | cpp_operator ;
cpp_token_but_field : literal | word_but_field | 'levels' | 'auto' | cpp_operator ;
cpp_operand : literal | name | 'auto' ;
literal : NUMBER | STRING | CHARACTER ;
cpp_operator : angle_operator | '<' | '<=' | '>' | '>=' ;
angle_operator
  : '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '~' | '!' | '?' | ':' | '::' | '.' | '...' | '->' | '=' | '=='
  | '!=' | '+=' | '-=' | '*=' | '/=' | '%=' | '^=' | '&=' | '|=' | '&&' | '||' | '++' | '--' | '<<' | '<<=' | '->*'
  | '.*' | 'min=' | 'max='
  ;

// --- Tokens ------------------------------------------------------------------------------------------------

// The lexer sees bytes, each as one character, so that positions are byte offsets: a letter beyond ASCII is
// several characters here, all of them letters.
NAME : LETTER (LETTER | DIGIT)* ;

// A preprocessing number of C++: 2  0.5  1e-3  2.0f  0x1p-3  1'000. What is no literal is refused when it is read.
NUMBER : '.'? DIGIT (DIGIT | LETTER | '.' | '\'' (DIGIT | LETTER) | [eEpP] [+-])* ;

STRING : ENCODING? '"' (~["\\\r\n] | '\\' .)* '"' | ENCODING? 'R"(' .*? ')"' ;
CHARACTER : ENCODING? '\'' (~['\\\r\n] | '\\' .)+ '\'' ;
fragment ENCODING : 'u8' | 'u' | 'U' | 'L' ;
fragment LETTER : [a-zA-Z_$\u0080-\u00FF] ;
fragment DIGIT : [0-9] ;

COMMENT : ('/*' .*? '*/' | '//' ~[\r\n]*) -> skip ;
SPACE : [ \t\r\n\u000B\u000C]+ -> skip ;

// What is opened and not closed is one token to the end of the line: the lexer stays linear, and the message can
// say so.
OPEN_COMMENT : '/*' (~'*' | '*'+ ~[*/])* '*'* ;
OPEN_STRING : ENCODING? '"' (~["\\\r\n] | '\\' .)* '\\'? | ENCODING? 'R"(' (~')' | ')'+ ~[")])* ')'* ;
OPEN_CHARACTER : ENCODING? '\'' (~['\\\r\n] | '\\' .)* '\\'? ;
BAD : . ;
