#!/usr/bin/env python3
"""Keeps the documents true: links lead to files, and the tables name tests and places that exist.

In Docs/Requirements.md and Docs/SecurityModel.md a test stands in double quotes as its display name, and a place stands
in backquotes as the end of a path below Sources or Benchmarks; in SecurityModel.md it ends in ".swift". In
Docs/Conformance.md everything in double quotes is a string of the tests: a display name, or a vector of one; and each row
of a table of tests names one.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
REQUIREMENT = re.compile(r"\b(?:HTTP|SCOPE|FILE|PAGE|PROXY|LIFE|HTTPS|KIT)-\d+\b")
# Python reads a Swift string's escapes where the two languages agree.
DISPLAY_NAME = re.compile(r'"((?:\\.|[^"\\\n])*)"')


def documents():
    return sorted([*ROOT.glob("*.md"), *(ROOT / "Docs").rglob("*.md")])


def broken_links():
    for document in documents():
        for target in LINK.findall(document.read_text(encoding="utf-8")):
            if "://" not in target and not (document.parent / target).exists():
                yield f"{document.relative_to(ROOT)}: {target} is not there"


def display_names():
    """Every string of the tests, their display names among them."""
    names = set()
    for path in (ROOT / "Tests").rglob("*.swift"):
        for name in DISPLAY_NAME.findall(path.read_text(encoding="utf-8")):
            names.add(name.replace('\\"', '"').replace("\\\\", "\\"))
    return names


def rows_with_head(document):
    """The cells of each row, with those of its table's head; a bar inside of a cell is written as \\|."""
    head = before = None
    for line in document.read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            head = before = None
            continue
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if head:
            yield head, cells
        elif re.match(r"\|[ :|-]+\|$", line):
            head = before
        before = cells


def rows(document):
    """The cells of each row below a table's head."""
    return (cells for _, cells in rows_with_head(document))


def stale_rows():
    names = display_names()
    folders = (ROOT / "Sources", ROOT / "Benchmarks")
    sources = [str(path.relative_to(ROOT)) for folder in folders for path in folder.rglob("*") if path.is_file()]
    for name, place in (("Requirements.md", r"`([\w+/.-]+)`"), ("SecurityModel.md", r"`([\w+/.-]+\.swift)`")):
        for cells in rows(ROOT / "Docs" / name):
            if not any(REQUIREMENT.search(cell) for cell in cells):
                continue
            tests = [test for cell in cells for test in re.findall(r'"([A-Z]+-\d+ [^"]+)"', cell)]
            yield from (f"Docs/{name}: no test is called {test!r}" for test in tests if test not in names)
            places = re.findall(place, cells[1])
            yield from (
                f"Docs/{name}: {end} is not below Sources or Benchmarks"
                for end in places
                if not any(source == end or source.endswith("/" + end) for source in sources)
            )


def stale_rules():
    """What the conformance tables name that is not in the tests, and rules without a test."""
    document = ROOT / "Docs" / "Conformance.md"
    names = display_names()
    text = " ".join(document.read_text(encoding="utf-8").split())
    for name in re.findall(r'"([^"]+)"', text):
        if name not in names:
            yield f"Docs/Conformance.md: nothing in the tests is called {name!r}"
    for head, cells in rows_with_head(document):
        if head[-1] == "test" and '"' not in cells[-1]:
            yield f"Docs/Conformance.md: no test for {cells[0]} {cells[1]!r}"


def main():
    found = [*broken_links(), *stale_rows(), *stale_rules()]
    print(*found, sep="\n") if found else print("documents: every link, test and place is there")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
