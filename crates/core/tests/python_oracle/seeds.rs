//! Harmless programs of the kinds that agents write; all of them must pass, and run.

/// Separated by lines of three dashes.
pub const SEEDS: &str = r#"print('hello', 1 + 2, sep='-')
---
import json, sys
data = json.load(sys.stdin)
for key, values in sorted(data.items()):
    print(f"{key:>10}: {len(values)} {values!r}")
---
import os
total = 0
for root, dirs, files in os.walk('.'):
    dirs[:] = [d for d in dirs if d != '.git']
    for name in files:
        path = os.path.join(root, name)
        with open(path, 'rb') as f:
            total += len(f.read())
print(total)
---
from pathlib import Path
for p in sorted(Path('src').rglob('*.py')):
    text = p.read_text(encoding='utf-8')
    print(p, p.name, len(text.splitlines()), text.replace('x', 'y').strip())
---
import csv
from collections import Counter, defaultdict
rows = list(csv.DictReader(open('README.md')))
by = defaultdict(list)
for row in rows:
    by[row['a']].append(int(row['b']))
print(Counter(r['a'] for r in rows).most_common(3), dict(by))
---
import re, sys
text = open('README.md').read()
m = re.search(r'(\d+),(\d+)', text)
print(m.group(1) if m else 'none', re.sub(r'\d', '#', text))
print([w for w in text.split() if w], file=sys.stderr)
---
def fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a

def main():
    try:
        assert fib(10) == 55, 'wrong'
        print({i: fib(i) for i in range(10)})
    except AssertionError as error:
        print(type(error).__name__, error)
    finally:
        print('done')

if __name__ == '__main__':
    main()
---
import glob, hashlib
for name in sorted(glob.glob('src/*.py')):
    print(name, hashlib.sha256(open(name, 'rb').read()).hexdigest())
---
import ast
tree = ast.parse(open('src/a.py').read())
print([n.id for n in ast.walk(tree) if isinstance(n, ast.Name)])
---
import datetime as dt, math, statistics, itertools, textwrap
print(dt.datetime(2024, 1, 2).strftime('%Y-%m-%d'), math.sqrt(2), statistics.mean([1, 2, 3]))
print(list(itertools.islice(itertools.count(), 3)), textwrap.dedent('  x'))
---
import sys
def show(path, limit=10):
    with open(path) as f:
        for number, line in enumerate(f, 1):
            if number > limit:
                break
            print(f'{number}: {line.rstrip()}')
show(sys.argv[1])
show('doc.xml', limit=2)
---
import os, platform, sys
print(os.getcwd(), os.listdir('.'), platform.system(), sys.version_info[:2], os.environ.get('HOME'))
---
from functools import lru_cache, reduce
@lru_cache(maxsize=None)
def steps(n):
    return 0 if n == 1 else 1 + steps(n // 2 if n % 2 == 0 else 3 * n + 1)
print(max(range(1, 50), key=steps), reduce(lambda a, b: a * b, [1, 2, 3]))
---
import base64, struct, uuid, random, time, decimal, fractions, html, urllib.parse
print(base64.b64encode(struct.pack('<I', 7)).decode(), decimal.Decimal('1.10'), fractions.Fraction(3, 9))
print(html.escape('<'), urllib.parse.quote('a b'), len(str(uuid.uuid4())), random.choice([1]), time.time() > 0)
---
matrix = [[1, 2], [3, 4]]
print([list(row) for row in zip(*matrix)], sum(x for row in matrix for x in row), matrix[::-1])
while matrix:
    matrix.pop()
else:
    print('empty', bool(matrix))
"#;
