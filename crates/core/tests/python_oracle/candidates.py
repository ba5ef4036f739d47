# Prints programs, one JSON text per line: every attribute of every kind of value that listed functions make, every name
# of every listed module, called in several ways. Most of them are harmful; the reader says which ones may run.
import builtins
import importlib
import json
import sys

IMPORTS = """
import ast, base64, collections, configparser, csv, datetime, decimal, difflib, fractions, functools, glob, hashlib, io
import ipaddress, itertools, json, math, os, random, re, shutil, statistics, string, struct, sys, time, uuid
import xml.etree.ElementTree as ET
from pathlib import Path
from urllib.parse import urlparse
"""

VALUES = """
'README.md'
b'README.md'
bytearray(b'x')
5
1.5
2j
True
None
['README.md', 'b']
('README.md', 'b')
{'a': 'README.md'}
{'README.md'}
frozenset({'a'})
range(3)
slice(1)
open('README.md')
open('README.md', 'rb')
open(0)
Path('README.md')
Path('.')
Path.cwd()
re.compile('a')
re.match('a', 'a')
datetime.datetime.now()
datetime.date.today()
datetime.timedelta(1)
datetime.timezone.utc
collections.Counter('aab')
collections.defaultdict(list)
collections.OrderedDict(a=1)
collections.deque([1, 2])
collections.ChainMap({})
configparser.ConfigParser()
hashlib.md5(b'x')
ast.parse('x = 1')
ast.parse('def f(a): return g(a)').body[0]
os.stat('README.md')
os.scandir('.')
next(os.scandir('.'))
os.walk('.')
os.uname()
uuid.uuid4()
decimal.Decimal('1.5')
decimal.getcontext()
fractions.Fraction(1, 3)
difflib.SequenceMatcher(None, 'a', 'b')
csv.reader(open('README.md'))
csv.DictReader(open('README.md'))
csv.writer(sys.stdout)
ET.fromstring('<a b="c"><d/></a>')
ET.parse('doc.xml')
urlparse('http://u:p@x.example:80/a?b#c')
io.StringIO('x')
io.BytesIO(b'x')
io.TextIOWrapper(sys.stdin.buffer)
sys.stdin
sys.stdin.buffer
sys.stdout
sys.stderr
sys.stdout.buffer
sys.version_info
sys.flags
sys.implementation
ValueError('x')
(x for x in [1])
(lambda: 1)
functools.partial(print)
functools.lru_cache(maxsize=2)
string.Template('$x')
random.Random()
ipaddress.ip_address('127.0.0.1')
ipaddress.ip_network('10.0.0.0/30')
time.localtime()
shutil.disk_usage('.')
statistics.NormalDist(0, 1)
json.JSONDecoder()
json.JSONEncoder()
itertools.count()
iter([1])
zip([1], [2])
map(str, [1])
enumerate([1])
str
dict
int
Path
print
datetime.datetime
"""

CALLS = [
    "v.{0}",
    "print(v.{0})",
    "v.{0}()",
    "v.{0}('out.txt')",
    "v.{0}('out.txt', 'w')",
    "v.{0}(Path('out.txt'))",
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
    "functools.partial({0}, 'out.txt')()",
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
            yield f"import sys, functools\n{call.format(name)}\n"
    for module in sys.argv[1].split():
        try:
            held = importlib.import_module(module)
        except ImportError:
            continue
        for name in names(held):
            for call in FUNCTIONS:
                yield f"import sys, functools, {module}\n{call.format(f'{module}.{name}')}\n"
            inner = getattr(held, name)
            if isinstance(inner, type(sys)) or isinstance(inner, type):
                for deep in names(inner):
                    for call in FUNCTIONS:
                        yield f"import sys, functools, {module}\n{call.format(f'{module}.{name}.{deep}')}\n"


with open("/w/log", "a") as log:
    for text in list(attributes()) + list(functions()):
        log.write(json.dumps(text) + "\n")
