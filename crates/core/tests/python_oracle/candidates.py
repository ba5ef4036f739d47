# Prints programs, one JSON text per line: every attribute of every kind of value that listed functions make, every name
# of every listed module, called in several ways. Most of them are harmful; the reader says which ones may run.
import builtins
import importlib
import json
import random
import sys

IMPORTS = """
import base64, collections, csv, datetime, difflib, hashlib, html, io, itertools, json, math, re, statistics, string
import sys, textwrap, unicodedata
"""

VALUES = """
'README.md'
b'README.md'
bytearray(b'x')
5
1.5
True
None
['README.md', 'b']
('README.md', 'b')
{'a': 'README.md'}
{'README.md'}
frozenset({'a'})
range(3)
open('README.md')
open('README.md', 'rb')
io.open('README.md')
re.compile('a')
re.match('a', 'a')
datetime.datetime.now()
datetime.date.today()
datetime.time(1)
datetime.timedelta(1)
datetime.timezone.utc
collections.Counter('aab')
collections.defaultdict(list)
collections.OrderedDict(a=1)
hashlib.md5(b'x')
difflib.SequenceMatcher(None, 'a', 'b')
csv.reader(open('README.md'))
csv.DictReader(open('README.md'))
sys.stdin
sys.stdin.buffer
sys.version_info
ValueError('x')
(x for x in [1])
itertools.count()
itertools.chain([1])
iter([1])
zip([1], [2])
map(str, [1])
enumerate([1])
"""

CALLS = [
    "v.{0}",
    "print(v.{0})",
    "v.{0}()",
    "v.{0}('out.txt')",
    "v.{0}('out.txt', 'w')",
    "v.{0}(0)",
    "v.{0}(['out.txt'])",
    "list(map(v.{0}, ['out.txt']))",
    "list(map(v.{0}, ['out.txt'], ['w']))",
]

FUNCTIONS = [
    "{0}",
    "print({0})",
    "{0}()",
    "{0}('README.md')",
    "{0}('out.txt')",
    "{0}('out.txt', 'w')",
    "{0}(1)",
    "{0}(1, 2)",
    "{0}([3, 1])",
    "{0}(print, ['x'])",
    "{0}(open('README.md'))",
    "{0}({{'a': 1}}, sys.stdout)",
    "list(map({0}, ['out.txt']))",
    "list(map({0}, ['out.txt'], ['w']))",
]


def names(held):
    # The reader has no names with two underscores in front; its own table shows that.
    return [name for name in dir(held) if not name.startswith("__")]


def attributes():
    for value in VALUES.strip().splitlines():
        space = {}
        exec(IMPORTS, space)
        held = eval(value, space)
        for name in names(held):
            for call in CALLS:
                yield f"{IMPORTS}\nv = {value}\n{call.format(name)}\n"
                yield f"{IMPORTS}\n{call.format(name).replace('v.', f'({value}).')}\n"


def functions():
    for name in names(builtins):
        for call in FUNCTIONS:
            yield f"import sys\n{call.format(name)}\n"
    for module in sys.argv[1].split():
        try:
            held = importlib.import_module(module)
        except ImportError:
            continue
        for name in names(held):
            for call in FUNCTIONS:
                yield f"import sys, {module}\n{call.format(f'{module}.{name}')}\n"
            inner = getattr(held, name)
            if isinstance(inner, type(sys)) or isinstance(inner, type):
                for deep in names(inner):
                    for call in FUNCTIONS:
                        yield f"import sys, {module}\n{call.format(f'{module}.{name}.{deep}')}\n"


# Programs made of the words of the grammar at random, that open what they came by.
LEAVES = [
    "'README.md'", "'doc.xml'", "'src/a.py'", "'/w/home/note'", "'note'", "''", "0", "1", "sys.argv[1]", "sys.argv[0]", "sys.argv",
    "sys.stdin", "None", "__name__", "p", "q", "f", "x", "str", "open", "max", "json", "sys.path", "b'note'", "'/w' '/home/note'",
]
SHAPES = [
    "[{0}, {1}]", "({0}, {1})", "({0},)", "{{{0}: {1}}}", "{0} + {1}", "{0} or {1}", "{0} if {1} else {0}", "not {0}", "{0}[{1}]",
    "{0}[:1]", "{0}[0]", "{0}.strip()", "{0}.replace({1}, {0})", "{0}.format({1})", "'{{}}'.format({0})", "f'{{{0}}}'", "max({0}, {1})",
    "max([], default={0})", "next(iter([]), {0})", "next(iter({0}))", "list({0})", "str({0})", "sorted({0})", "map({0}, {1})",
    "list(map(str, {0}))", "[p for p in {0}]", "[open(q).read() for q in {0}]", "type({0})", "open({0})", "open({0}, {1})",
    "open({0}).read()", "open({0}, 'w')", "json.loads({0})", "json.dumps({0})", "json.load({0})", "f({0})", "f({0}, {1})", "p({0})",
    "(lambda p: {0})", "list(filter(lambda q: open(q), {0}))", "{0}.split({1})", "{0}.pop()", "{0}.append({1})", "{0}.join({1})",
    "print({0}, file={1})", "print({0})", "isinstance({0}, {1})", "dict(p={0})", "'%s' % {0}", "{0}.get({1})", "(p := {0})", "*{0}",
]
LINES = [
    "p = {0}", "q = {0}", "p = q = {0}", "p, q = {0}, {1}", "p += {0}", "p[0] = {0}", "sys.argv[1] = {0}", "x = {0}", "{0}", "{1}",
    "for p in {0}: print({1})", "for q in [{0}, {1}]: print(open(q).read())", "for p, q in {0}: pass", "def f(p): return {0}",
    "def f(): global p; p = {0}", "f = lambda q: {0}", "with open({0}) as x: print(x.read())", "try: print({0})\nexcept ValueError as p: pass",
    "import json as p", "from json import loads as f", "from json import dumps as max", "import sys as q", "del p", "while {0}: break",
    "if {0}: p = {1}", "raise {0}", "assert {0}, {1}", "print(open(p).read())", "print(open(q).read())", "print([open(p) for p in {0}])",
]


def fuzz(count):
    draw = random.Random(7)

    def value(depth):
        if depth == 0 or draw.random() < 0.45:
            return draw.choice(LEAVES)
        return draw.choice(SHAPES).format(value(depth - 1), value(depth - 1))

    for _ in range(count):
        lines = [draw.choice(LINES).format(value(2), value(1)) for _ in range(draw.randint(1, 3))]
        end = draw.choice(["open(p)", "open(q)", "x = [open(p) for p in [q]]", "print(open(sys.argv[1]).read())", "pass"])
        yield "\n".join(["import sys, json", *lines, end]) + "\n"


with open("/w/log", "a") as log:
    for text in list(attributes()) + list(functions()) + list(fuzz(60_000)):
        log.write(json.dumps(text) + "\n")
