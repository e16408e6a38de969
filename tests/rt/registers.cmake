# Fails if the kernel in OBJECT moves vectors to or from the stack, or has no fused multiply-add.
execute_process(COMMAND ${OBJDUMP} -d --no-show-raw-insn ${OBJECT} OUTPUT_VARIABLE code RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${OBJDUMP} cannot read ${OBJECT}")
endif()
if(NOT code MATCHES "vfmadd[0-9]+ps[ \t][^\n]*%ymm")
  message(SEND_ERROR "no fused multiply-add")
endif()
string(REGEX MATCHALL "[^\n]*\\(%r[sb]p[^\n]*%[xyz]mm[^\n]*|[^\n]*%[xyz]mm[^\n]*\\(%r[sb]p[^\n]*" spills "${code}")
list(FILTER spills EXCLUDE REGEX "vpbroadcast") # of a count, for the mask of a tail
if(spills)
  list(JOIN spills "\n" spills)
  message(SEND_ERROR "vectors on the stack:\n${spills}")
endif()
