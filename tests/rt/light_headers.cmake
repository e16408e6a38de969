# Fails if kernel.hpp pulls in one of the standard headers that make each rewritten file slow to compile.
file(WRITE light_headers.cpp "#include <insum/rt/kernel.hpp>\n")
execute_process(COMMAND ${COMPILER} -std=c++20 -fopenmp -I${INCLUDE} -M light_headers.cpp
                OUTPUT_VARIABLE dependencies RESULT_VARIABLE status)
if(NOT status EQUAL 0 OR NOT dependencies MATCHES "rt/tile\\.hpp")
  message(FATAL_ERROR "cannot list the headers that insum/rt/kernel.hpp includes")
endif()
foreach(header algorithm atomic cmath complex filesystem format functional immintrin.h iostream iterator map memory regex
               sstream stdexcept string string_view thread tuple unordered_map vector)
  if(dependencies MATCHES "/${header}[ \n]")
    message(SEND_ERROR "insum/rt/kernel.hpp includes <${header}>")
  endif()
endforeach()
