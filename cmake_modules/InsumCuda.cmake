# The CUDA files of add_insum_sources(... BACKEND cuda), and of BACKEND auto where there is nvcc: compiled as CUDA where the project has that language, else by nvcc
# itself.
include_guard(GLOBAL)

set(INSUM_CUDA_ARCHITECTURES "80;90a" CACHE STRING "Compute capabilities that nvcc makes code for, where the language CUDA is not enabled")

set(INSUM_CUDA_FLAGS "" CACHE STRING "Options for nvcc, a list, where the language CUDA is not enabled")

# Sets `out` to `language`, `nvcc`, or nothing where sources of this backend have no CUDA file.
function(insum_find_cuda target backend out)
  set(how "")
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(backend STREQUAL openmp)
    # Sources without kernels for a device get no CUDA file, whatever else the project compiles.
  elseif("CUDA" IN_LIST languages)
    set(how language)
  else()
    find_package(CUDAToolkit QUIET)
    if(CUDAToolkit_NVCC_EXECUTABLE)
      set(how nvcc)
    elseif(backend STREQUAL cuda)
      message(FATAL_ERROR
        "add_insum_sources(${target}): BACKEND cuda needs the CUDA Toolkit, and none was found. Enable the language CUDA, set "
        "-DCUDAToolkit_ROOT=/path/to/cuda, or use BACKEND openmp")
    endif()
  endif()
  set(${out} "${how}" PARENT_SCOPE)
endfunction()

# Has `target` compile `file`, of which `files` are the paths in all configurations.
function(insum_compile_cuda target how file files definitions)
  if(how STREQUAL language)
    target_sources(${target} PRIVATE "${file}")
    get_target_property(standard ${target} CUDA_STANDARD)
    if(NOT standard AND CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
      set_target_properties(${target} PROPERTIES CUDA_STANDARD 20 CUDA_STANDARD_REQUIRED ON)
    endif()
    cmake_language(EVAL CODE "cmake_language(DEFER CALL insum_finish_cuda [[${files}]] [[${definitions}]])")
    return()
  endif()

  set(object "${file}.o")
  list(TRANSFORM definitions PREPEND -D)
  set(includes "$<TARGET_PROPERTY:insum::runtime,INTERFACE_INCLUDE_DIRECTORIES>")
  set(host "")
  if(CMAKE_CUDA_HOST_COMPILER)
    set(host -ccbin "${CMAKE_CUDA_HOST_COMPILER}")
  endif()
  set(headers "")
  get_target_property(folders insum::runtime INTERFACE_INCLUDE_DIRECTORIES)
  foreach(folder IN LISTS folders)
    string(REGEX REPLACE "^\\$<BUILD_INTERFACE:(.*)>$" "\\1" folder "${folder}")
    if(NOT folder MATCHES "^\\$<")
      file(GLOB_RECURSE found "${folder}/insum/*.hpp")
      list(APPEND headers ${found})
    endif()
  endforeach()
  set(codes "")
  foreach(architecture IN LISTS INSUM_CUDA_ARCHITECTURES)
    if(NOT architecture MATCHES "^([0-9]+)[af]?$" OR CMAKE_MATCH_1 LESS 70)
      message(FATAL_ERROR
        "add_insum_sources(${target}): INSUM_CUDA_ARCHITECTURES has '${architecture}', which is no compute capability from 70 on: "
        "write it without a dot, as in 80 or 90a")
    endif()
    list(APPEND codes -gencode=arch=compute_${architecture},code=[compute_${architecture},sm_${architecture}])
  endforeach()
  add_custom_command(
    OUTPUT "${object}"
    COMMAND ${CUDAToolkit_NVCC_EXECUTABLE} -std=c++20 -O3 $<$<CONFIG:Debug>:-g> -Xcompiler=-fPIC ${host} ${codes} ${definitions} ${INSUM_CUDA_FLAGS}
            "-I$<JOIN:${includes},;-I>" -c "${file}" -o "${object}"
    DEPENDS "${file}" ${headers}  # it includes no others; nvcc does not escape spaces in depfiles
    COMMENT "Compiling the CUDA code of ${target}"
    VERBATIM COMMAND_EXPAND_LISTS)
  target_sources(${target} PRIVATE "${object}")
  list(TRANSFORM files APPEND .o)
  cmake_language(EVAL CODE "cmake_language(DEFER CALL set_source_files_properties [[${files}]] PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)")
  get_target_property(libraries ${target} LINK_LIBRARIES)
  if(NOT "CUDA::cudart_static" IN_LIST libraries)
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES CUDA::cudart_static)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "^(STATIC|OBJECT)_LIBRARY$")  # the others are linked with it themselves
      set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES $<LINK_ONLY:CUDA::cudart_static>)
    endif()
  endif()
endfunction()

function(insum_finish_cuda files definitions)
  set_source_files_properties(${files} PROPERTIES
    LANGUAGE CUDA GENERATED TRUE SKIP_UNITY_BUILD_INCLUSION TRUE SKIP_PRECOMPILE_HEADERS TRUE SKIP_AUTOGEN TRUE)
  set_property(SOURCE ${files} APPEND PROPERTY COMPILE_DEFINITIONS ${definitions})
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake does not know this nvcc's way to say it
    set_property(SOURCE ${files} APPEND PROPERTY COMPILE_OPTIONS -std=c++20)
  endif()
endfunction()
