#!/usr/bin/env python3
"""A page of `insum explain --html` in a browser: Debian's chromium, driven by selenium. Exit status 77 where one of the
two is absent.

    browser_test.py INSUM INCLUDE [UNITTEST ARGUMENT...]
"""
import os
import shutil
import sys
import tempfile
import unittest

from pages import HERE, explain

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    print("skipped: no python3-selenium")
    sys.exit(77)

INSUM, INCLUDE = (os.path.abspath(path) for path in sys.argv[1:3])
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
LONG = "void f(%s) {\n#pragma insum y[i] = 2 * x[i]\n#pragma insum tensor y[n] : dense(y)\n" \
       "#pragma insum tensor x[n] : dense(x)\n  ;\n}\n" \
       % ", ".join(["float* y", "const float* x", "int n"] + [f"int unused_{i}" for i in range(60)])
CONTRAST = """
const luminance = color => {
  const parts = color.match(/[0-9.]+/g).slice(0, 3).map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
};
const background = element => {
  for (let e = element; e; e = e.parentElement) {
    const color = getComputedStyle(e).backgroundColor;
    if (!/, 0\\)$/.test(color)) return color;
  }
};
const low = [];
for (const element of document.querySelectorAll("p, li, a, summary, h1, h2, h3, .source, .source span, figcaption")) {
  if (!element.textContent.trim()) continue;
  const two = [luminance(getComputedStyle(element).color), luminance(background(element))].sort((a, b) => b - a);
  const ratio = (two[0] + 0.05) / (two[1] + 0.05);
  if (ratio < 4.5) low.push(element.className + " " + element.textContent.slice(0, 30) + " " + ratio.toFixed(2));
}
return low;
"""


def setUpModule():
    global browser, folder
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    shutil.copy(os.path.join(HERE, "small.cpp"), os.path.join(folder.name, "small.cpp"))
    with open(os.path.join(folder.name, "long.cpp"), "w", encoding="utf-8") as file:
        file.write("// </script><script>document.title = 'changed'</script>\n" + LONG + "\n" * 200 +
                   LONG.replace("void f", "void g"))
    for name in ("small", "long"):
        run = explain(INSUM, INCLUDE, folder.name, f"{name}.cpp", "--html", f"{name}.html")
        if run.returncode:
            raise RuntimeError(run.stderr)
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(service=Service(DRIVER), options=options)
    unittest.addModuleCleanup(browser.quit)


def open_page(name, width=1600, scheme="light", anchor=""):
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
                            {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    browser.get("about:blank")  # else only the anchor changes
    browser.get(f"file://{folder.name}/{name}.html{anchor}")


def is_in_view(element):
    box = browser.execute_script("const b = arguments[0].getBoundingClientRect(); return [b.top, b.bottom, b.left, b.right,"
                                 " innerHeight, innerWidth]", element)
    return box[1] > 0 and box[0] < box[4] and box[3] > 0 and box[2] < box[5]


class Layout(unittest.TestCase):
    def test_the_page_never_scrolls_sideways(self):
        for name in ("small", "long"):
            for width in (320, 400, 800, 1099, 1100, 1600, 2560):
                with self.subTest(name=name, width=width):
                    open_page(name, width)
                    self.assertLessEqual(browser.execute_script("return document.documentElement.scrollWidth"), width)

    def test_long_lines_of_code_scroll_by_themselves(self):
        open_page("long", 400)
        for code in browser.find_elements(By.CSS_SELECTOR, ".file pre.code, [id$=-code] > details[open] pre.code"):
            self.assertTrue(browser.execute_script("return arguments[0].scrollWidth > arguments[0].clientWidth", code))
            browser.execute_script("arguments[0].scrollLeft = 100", code)
            self.assertEqual(browser.execute_script("return arguments[0].scrollLeft", code), 100)

    def test_source_and_blocks_stand_side_by_side_where_there_is_room(self):
        for width, beside in ((400, False), (1600, True)):
            open_page("small", width)
            source = browser.find_element(By.CLASS_NAME, "file").rect
            blocks = browser.find_element(By.CLASS_NAME, "blocks").rect
            self.assertEqual(blocks["x"] >= source["x"] + source["width"], beside)

    def test_drawings_hold_their_text(self):
        open_page("small")
        outside = browser.execute_script(
            "return [...document.querySelectorAll('svg')].filter(svg => { const b = svg.getBBox();"
            " return b.x < 0 || b.y < 0 || b.x + b.width > svg.width.baseVal.value"
            " || b.y + b.height > svg.height.baseVal.value; }).length")
        self.assertEqual(outside, 0)

    def test_light_and_dark_are_both_readable(self):
        pages = {}
        for scheme in ("light", "dark"):
            open_page("small", scheme=scheme)
            self.assertEqual(browser.execute_script(CONTRAST), [], scheme)
            body = browser.find_element(By.TAG_NAME, "body")
            pages[scheme] = body.value_of_css_property("background-color")
        self.assertNotEqual(pages["light"], pages["dark"])


class Use(unittest.TestCase):
    def test_from_the_source_to_the_block_and_back(self):
        for width in (400, 1600):
            open_page("long", width)
            second = browser.find_elements(By.CLASS_NAME, "block")[1]
            lines = browser.find_elements(By.CSS_SELECTOR, ".line.pragma > a")
            lines[-1].click()
            self.assertTrue(is_in_view(second))
            second.find_element(By.CSS_SELECTOR, "pre.code .line:nth-child(5) > a").click()
            place = browser.find_element(By.CSS_SELECTOR, ".line:target")
            self.assertIn("#pragma insum y[i] = 2 * x[i]", place.text)
            self.assertTrue(is_in_view(place))

    def test_a_link_to_a_line_of_generated_code(self):
        open_page("small", anchor="#block-0-code-12")
        place = browser.find_element(By.ID, "block-0-code-12")
        self.assertTrue(is_in_view(place))
        other = browser.find_element(By.ID, "block-0-code-11")
        self.assertNotEqual(place.value_of_css_property("background-color"),
                            other.value_of_css_property("background-color"))

    def test_all_is_reached_by_keyboard(self):
        open_page("small")
        summary = browser.find_element(By.XPATH, "//summary[starts-with(., 'The forms')]")
        summary.send_keys(Keys.ENTER)
        self.assertTrue(browser.find_element(By.XPATH, "//details[summary[starts-with(., 'The forms')]]")
                        .get_property("open"))
        open_page("small")
        seen = set()
        for _ in range(200):
            browser.switch_to.active_element.send_keys(Keys.TAB)
            active = browser.switch_to.active_element
            seen.add(active.tag_name)
            if active.tag_name == "summary":
                break
        self.assertLessEqual({"a", "pre", "div", "summary"}, seen)

    def test_nothing_runs_and_nothing_is_asked_for(self):
        open_page("long")
        self.assertEqual(browser.title, "long.cpp - insum")
        self.assertEqual(browser.execute_script("return performance.getEntriesByType('resource').length"), 0)
        self.assertEqual([entry for entry in browser.get_log("browser") if "favicon" not in entry["message"]], [])


if not CHROMIUM or not DRIVER:
    print("skipped: no chromium, or no chromedriver")
    sys.exit(77)
unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
