"""Cases of package_test.py: what compilers, the linker and a debugger say of rewritten sources."""
import re
import shutil

from project import SIMPLE, WARNINGS, Project, Skip, check, check_in, run


def warnings(arguments, compiler, name):
    if not shutil.which(compiler):
        raise Skip(f"no {compiler}")
    project = Project(arguments, name, SIMPLE)
    project.configure(f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_CXX_FLAGS={WARNINGS}")
    project.build()
    project.check_program()
    check(project.rewrites() == 1, "one rewrite")


def case_warnings_gcc(arguments):
    warnings(arguments, "g++", "warnings_gcc")


def case_warnings_clang(arguments):
    warnings(arguments, "clang++-19", "warnings_clang")


def case_errors_in_sources(arguments):
    """A build stops with the user's file and line, leaves nothing behind, and goes on once the error is mended."""
    project = Project(arguments, "errors_in_sources", SIMPLE)
    good = (project.dir / "src/spmv.cpp").read_text()
    project.write("src/spmv.cpp", good.replace("csr(pos, crd, vals)", "csr(pos, crd, values)"))
    project.configure()
    text = project.build(status=None)
    check_in(re.escape(str(project.dir / "src/spmv.cpp")) + r":8:\d+: error: .*values", text)
    check("FAILED" in text and not list(project.build_dir.rglob("*.insum.cpp")), "nothing is written")
    project.write("src/spmv.cpp", good + "\nint broken() { return undeclared; }\n")
    check_in(r"src/spmv.cpp:17:\d+: error: .*undeclared", project.build(status=None))
    project.write("src/spmv.cpp", good)
    project.build()
    project.check_program()


CALL_ERRORS = [
    ("add_insum_sources(nothing PRIVATE src/spmv.cpp)", "'nothing' is not a target"),
    ("add_insum_sources(app src/spmv.cpp)", "unexpected 'src/spmv.cpp'; sources follow PRIVATE"),
    ("add_insum_sources(app)", "no sources"),
    ("add_insum_sources(app PRIVATE src/spmv.cpp src/spmv.cpp)", "'src/spmv.cpp' is listed twice"),
    ("add_insum_sources(app PRIVATE src/spmv.cpp)\nadd_insum_sources(app PRIVATE src/../src/spmv.cpp)", "is listed twice"),
    ("add_insum_sources(app PRIVATE src/spmv.cpp src/spmv.cpp MODE off)", "'src/spmv.cpp' is listed twice"),
    ("add_insum_sources(app PRIVATE main.cpp)", "is listed twice in 'app'"),
    ("add_insum_sources(app PRIVATE main.cpp MODE off)", "is listed twice in 'app'"),
    ("add_insum_sources(app PRIVATE src/scale.h)", "'src/scale.h' is a header"),
    ("add_insum_sources(app PRIVATE src/spmv.cpp src/scale.h MODE off)", "'src/scale.h' is a header"),
    ("set(INSUM_DISABLE ON)\nadd_insum_sources(app PRIVATE src/scale.h)", "'src/scale.h' is a header"),
    ("add_insum_sources(app PRIVATE src/none.cpp)", "'src/none.cpp' does not exist"),
    ("add_insum_sources(app PRIVATE CMakeLists.txt)", "is not a C\\+\\+ source"),
    ("add_insum_sources(app PRIVATE src/spmv.cpp MODE fast)", "MODE is 'fast'; it is one of on;off;verify;race"),
    ("add_insum_sources(app PRIVATE src/spmv.cpp BACKEND tpu)", "BACKEND is 'tpu'; it is one of"),
    ("add_insum_sources(app PRIVATE src/spmv.cpp LINE_MODE all)", "LINE_MODE is 'all'; it is one of"),
    ("add_insum_sources(app PRIVATE src/spmv.cpp MODE ${UNSET})", "MODE has no value; it is one of on;off;verify;race, or leave"),
    ("add_insum_sources(app BACKEND ${UNSET} CHECKS PRIVATE src/spmv.cpp)", "BACKEND has no value; it is one of"),
    ("add_insum_sources(app PRIVATE src/spmv.cpp LINE_MODE \"\")", "LINE_MODE has no value; it is one of"),
    ("add_library(lib INTERFACE)\nadd_insum_sources(lib PRIVATE src/spmv.cpp)", "nothing is compiled for 'lib', which is neither"),
    ("add_custom_target(run)\nadd_insum_sources(run PRIVATE src/spmv.cpp)", "nothing is compiled for 'run', which is neither"),
    ("add_executable(my::app ALIAS app)\nadd_insum_sources(my::app PRIVATE src/spmv.cpp)", "is an alias; name the target itself, 'app'"),
    ("add_library(lib SHARED IMPORTED)\nadd_insum_sources(lib PRIVATE src/spmv.cpp)", "'lib' is imported"),
    ("add_subdirectory(src)", "was made in .*; call this there"),
]


def case_call_errors(arguments):
    project = Project(arguments, "call_errors", "")
    project.write("src/CMakeLists.txt", "add_insum_sources(app PRIVATE spmv.cpp)\n")
    for call, message in CALL_ERRORS:
        project.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.21)\nproject(consumer LANGUAGES NONE)\n"
                      f"find_package(Insum REQUIRED)\nadd_executable(app main.cpp)\n{call}\n")
        check_in(message, project.configure(status=1))


def case_number_signs(arguments):
    """'#', which CMake takes in no path of what it makes: only where something is made."""
    project = Project(arguments, "number_signs", SIMPLE + "add_insum_sources(app PRIVATE ${MORE})\n")
    text = (project.dir / "src/spmv.cpp").read_text()
    project.dir = project.dir.rename(project.dir.parent / "project #1")
    project.write("src/more.cpp", text.replace("void spmv", "void more"))
    project.write("src/more#2.cpp", text)
    check_in("CMake lets no file be made whose path has '#', as 'src/more#2.cpp' has",
             project.configure("-DMORE=src/more#2.cpp", status=1))
    project.configure("-DMORE=src/more.cpp")
    project.build()
    project.check_program()
    project.build_dir = project.dir.parent / "build #1"
    check_in("as '[^']*/build #1' has; rename it, or build in a folder of another name: cmake -B",
             project.configure("-DMORE=src/more.cpp", status=1))


def case_debugger(arguments):
    """gdb stops in, and steps through, the user's file."""
    if not shutil.which("gdb"):
        raise Skip("no gdb")
    project = Project(arguments, "debugger", SIMPLE)
    project.configure("-DCMAKE_CXX_FLAGS_DEBUG=-g -O0")
    project.build()
    text = run("gdb", "-batch", "-ex", "set debuginfod enabled off", "-ex", "break spmv.cpp:6", "-ex", "run",
               "-ex", "info source", "-ex", "next", "-ex", "info line", "-ex", "next", "-ex", "info line", project.program())
    if "ptrace: Operation not permitted" in text or "Couldn't get registers" in text:
        raise Skip("gdb may not trace programs here")
    check_in(r"Breakpoint 1, spmv .* at .*/src/spmv.cpp:6", text)
    check_in(r"Current source file is .*/src/spmv.cpp", text)
    check_in(r"(?m)^9\s+for \(int i = 0", text)  # the replaced statement, as the user wrote it
    check_in(r'Line 15 of ".*/src/spmv.cpp"', text)  # then the end of the function
