# Prints programs, one JSON text per line: every attribute of every kind of value that listed functions make, every name
# of every listed module, called in several ways. Most of them are harmful; the reader says which ones may run.
import builtins
import importlib
import json
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


with open("/w/log", "a") as log:
    for text in list(attributes()) + list(functions()):
        log.write(json.dumps(text) + "\n")
