"""Cases: where the program and the package come from."""
import re
import shutil
from pathlib import Path

from project import SIMPLE, WARNINGS, Project, check, check_in, run


def case_installed_files(arguments):
    prefix = arguments.prefix
    for path in ("bin/insum", "include/insum/insum.hpp", "lib/cmake/Insum/InsumConfigVersion.cmake",
                 "share/man/man1/insum.1", "share/doc/Insum/cmake.md", "share/doc/Insum/LICENSE"):
        check((prefix / path).is_file(), f"{path} is not installed")
    for file in (prefix / "lib/cmake/Insum").iterdir():
        for folder in (arguments.source, arguments.build, arguments.first_prefix):
            check(str(folder) not in file.read_text(), f"{file} names {folder}: it cannot be moved")
    project = Project(arguments, "installed_files", SIMPLE)
    project.configure("-DINSUM_EXECUTABLE=")
    project.build()
    project.check_program()
    check(str(prefix / "bin/insum") in (project.build_dir / "insum/app.insum.src_spmv_cpp/settings").read_text(),
          "the package's own program runs")
    if shutil.which("man"):
        text = run("man", "--warnings", "-l", prefix / "share/man/man1/insum.1")
        check("EXIT STATUS" in text and "warning" not in text, text)
        for command in ("status build", "suggest file.cpp"):
            check(re.search(rf"(?m)^ +insum {command}$", text), f"'insum {command}' has no line of its own:\n{text}")


def case_program_missing(arguments):
    """A package whose program was taken out is found, and does all that needs none."""
    project = Project(arguments, "program_missing", SIMPLE)
    prefix = project.dir.parent / "prefix"
    shutil.copytree(arguments.prefix, prefix, ignore=shutil.ignore_patterns("bin"))
    package = f"-DCMAKE_PREFIX_PATH={prefix}"
    check_in("the program insum, which annotated sources need, was not found",
             project.configure(package, "-DINSUM_EXECUTABLE=", status=1))
    for word, said in (("-DINSUM_REQUIRE_TOOL=OFF", "the program insum was not found"),
                       ("-DINSUM_DISABLE=ON", "INSUM_DISABLE is on")):
        shutil.rmtree(project.build_dir)
        check_in(said, project.configure(package, "-DINSUM_EXECUTABLE=", word))
    shutil.rmtree(project.build_dir)
    project.configure(package)  # with INSUM_EXECUTABLE
    project.build()
    project.check_program()
    check(project.rewrites() == 1, "one rewrite")


def case_packages(arguments):
    """cpack makes archives that have the program, the headers and the CMake package."""
    out = arguments.work / "cases" / "packages"
    shutil.rmtree(out, ignore_errors=True)
    generators = "TGZ;DEB" if shutil.which("dpkg-shlibdeps") else "TGZ"
    run(Path(arguments.cmake).parent / "cpack", "--config", arguments.build / "CPackConfig.cmake", "-B", out,
        "-G", generators, "-C", arguments.config, cwd=arguments.build)
    listings = [run("tar", "-tzf", archive) for archive in out.glob("*.tar.gz")]
    listings += [run("dpkg-deb", "-c", archive) for archive in out.glob("*.deb")]
    check(len(listings) == len(generators.split(";")), f"packages: {list(out.iterdir())}")
    for listing in listings:
        for name in ("bin/insum", "include/insum/insum.hpp", "cmake/Insum/Insum.cmake", "cmake/Insum/insum-rewrite.sh",
                     "man1/insum.1"):
            check(name in listing, f"{name} is not in:\n{listing}")
    for archive in out.glob("*.deb"):
        fields = run("dpkg-deb", "-f", archive, "Depends")
        check_in("libclang-common-19-dev", fields)
        check_in("libclang-cpp19", fields)


def case_fetch_content(arguments):
    """A part of another project does not build the program when one is given, and its headers, whose templates
    have names of the project's globals, are no reason for warnings."""
    text = SIMPLE.replace("find_package(Insum 0.1 REQUIRED)", f"""include(FetchContent)
FetchContent_Declare(insum SOURCE_DIR "{arguments.source}")
FetchContent_MakeAvailable(insum)""")
    project = Project(arguments, "fetch_content", text)
    main = (project.dir / "main.cpp").read_text()
    project.write("main.cpp", """#include <insum/workspace.hpp>
int key, runs, value;
""" + main.replace("int main() {", """int main() {
  insum::sparse_workspace<insum::adaptive_workspace<double, insum::op_add, 2>> w({9, 9});
  w.insert({1, 1}, 1.0);
  w.finish();"""))
    compiler = ["-DCMAKE_CXX_COMPILER=g++"] if shutil.which("g++") else []
    project.configure(*compiler, f"-DCMAKE_CXX_FLAGS={WARNINGS}")
    check_in("INSUM_BUILD_PREPROCESSOR:BOOL=OFF", (project.build_dir / "CMakeCache.txt").read_text())
    project.build("--target", "app")
    check(project.rewrites() == 1, "one rewrite")
    project.check_program()


def built_tool(arguments, generator):
    """The program is a target of the same build, and its changes reach the sources at once."""
    text = (SIMPLE.replace("find_package(Insum 0.1 REQUIRED)", f"""
set(INSUM_BUILD_PREPROCESSOR OFF)
add_executable(insum tool.cpp)
set_target_properties(insum PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${{PROJECT_BINARY_DIR}}/bin")
add_executable(insum::insum ALIAS insum)
add_subdirectory("{arguments.source}" insum)"""))
    project = Project(arguments, "built_tool_" + generator.split()[-1], text, generator)
    project.write("tool.cpp", f"""#include <unistd.h>
int main(int, char** arguments) {{ return execv("{project.tool}", arguments); }}
""")
    project.configure("-DINSUM_EXECUTABLE=")
    project.build("--target", "app")
    check(project.rewrites() == 1, "one rewrite")
    project.touch("tool.cpp")
    project.build("--target", "app")
    check(project.rewrites() == 1, "the program changed: one rewrite")
    project.build("--target", "app")
    check(project.rewrites() == 0, "nothing changed: no rewrite")
    project.check_program()


def case_built_tool_ninja(arguments):
    built_tool(arguments, "Ninja")


def case_built_tool_makefiles(arguments):
    built_tool(arguments, "Unix Makefiles")
