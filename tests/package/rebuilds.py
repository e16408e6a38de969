"""Cases of package_test.py: what is rewritten again when something changes."""
import re
import shutil

from project import SIMPLE, Project, check


def rebuild(arguments, generator, name):
    project = Project(arguments, name, SIMPLE, generator)
    cache = shutil.which("ccache")  # most that is compiled again is as it was
    project.configure(*([f"-DCMAKE_CXX_COMPILER_LAUNCHER={cache}"] if cache else []))
    project.build()
    check(project.rewrites() == 1, "first build: one rewrite")
    project.check_program()

    text = project.build()
    check(project.rewrites() == 0 and not re.search("Building|Rewriting|Linking", text), f"second build:\n{text}")

    for what in ("src/scale.h", "src/spmv.cpp", "../insum wrapper"):
        project.touch(what)
        project.build()
        check(project.rewrites() == 1, f"after a change of {what}: one rewrite")
    project.touch("main.cpp")
    project.build()
    check(project.rewrites() == 0, "after a change of another source: no rewrite")
    project.configure()
    project.build()
    check(project.rewrites() == 0, "configured again: no rewrite")

    project.write("CMakeLists.txt", (project.dir / "CMakeLists.txt").read_text()
                  + "target_compile_definitions(app PRIVATE CHANGED)\n")
    project.build()
    check(project.rewrites() == 1, "after a change of flags: one rewrite")
    project.write("CMakeLists.txt", (project.dir / "CMakeLists.txt").read_text()
                  .replace("spmv.cpp)", "spmv.cpp LINE_MODE none)"))
    project.build()
    check(project.rewrites() == 1, "after a change of insum's words: one rewrite")
    [output] = project.build_dir.rglob("spmv.insum.cpp")
    check("#line" not in output.read_text(), "LINE_MODE none reached insum")
    output.unlink()
    project.build()
    check("insum_kernels" in output.read_text(), "a removed file comes back")
    project.check_program()


def case_rebuild_ninja(arguments):
    rebuild(arguments, "Ninja", "rebuild_ninja")


def case_rebuild_makefiles(arguments):
    rebuild(arguments, "Unix Makefiles", "rebuild_makefiles")
