"""A folder with files, and the program insum run in it."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

INSUM, INCLUDE = (os.path.abspath(path) for path in sys.argv[1:3])
GOOD = """void f(float* y, const float* x, int n) {
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}
"""
BAD = GOOD.replace("2 * x[i]\n#", "2 * xx[i]\n#", 1)
UNDECLARED = GOOD.replace("dense(x)", "dense(xx)")


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return path

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read().decode()

    def insum(self, *arguments, status=0, **environment):
        run = subprocess.run([INSUM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             cwd=self.folder.name, env={**os.environ, **environment})
        self.assertEqual(run.returncode, status, run.stderr.decode() + run.stdout.decode())
        return run.stdout.decode(), run.stderr.decode()

    def compile(self, compiler, *arguments):
        if not shutil.which(compiler):
            self.skipTest(f"no {compiler}")
        return subprocess.run([compiler, "-std=c++20", "-I" + INCLUDE, *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, cwd=self.folder.name)
