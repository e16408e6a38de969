"""Pages of `insum explain --html` for tests: how they are made, and their elements as a tree."""
import html.parser
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
VOID = {"meta", "br", "rect", "path", "circle"}


def explain(insum, include, folder, *arguments):
    return subprocess.run([insum, "explain", *arguments, "--", "-std=c++20", "-I" + include], cwd=folder,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


class Element:
    def __init__(self, tag, attributes):
        self.tag, self.attributes, self.children, self.text = tag, dict(attributes), [], ""

    def all(self):
        yield self
        for child in self.children:
            yield from child.all()

    def find(self, tag, **attributes):
        return [e for e in self.all() if e.tag == tag
                and all(e.attributes.get(name.rstrip("_")) == value for name, value in attributes.items())]

    def whole_text(self):
        return self.text + "".join(child.whole_text() for child in self.children)


class Reader(html.parser.HTMLParser):
    """Elements of a page. An element that is not closed where it should be is an error."""

    def __init__(self, text):
        super().__init__()
        self.root = Element("", ())
        self.open = [self.root]
        self.feed(text)
        self.close()
        if len(self.open) != 1:
            raise ValueError(f"<{self.open[-1].tag}> is not closed")

    def handle_starttag(self, tag, attrs):
        element = Element(tag, attrs)
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.open[-1].children.append(Element(tag, attrs))

    def handle_endtag(self, tag):
        if self.open.pop().tag != tag:
            raise ValueError(f"</{tag}> closes another element, line {self.getpos()[0]}")

    def handle_data(self, data):
        text = Element("#text", ())
        text.text = data
        self.open[-1].children.append(text)


def read(path):
    with open(path, encoding="utf-8", errors="strict", newline="") as file:
        text = file.read()
    return text, Reader(text).root
