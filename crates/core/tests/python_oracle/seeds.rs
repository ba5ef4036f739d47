//! Harmless programs of the kinds that agents write; all of them must pass, and run.

/// Separated by lines of three dashes.
pub const SEEDS: &str = r#"print('hello', 1 + 2, sep='-')
---
import json, sys
data = json.load(sys.stdin)
for key, values in sorted(data.items()):
    print(f"{key:>10}: {len(values)} {values!r}")
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
import hashlib
for name in ['src/a.py', 'README.md']:
    with open(name, 'rb') as f:
        print(name, hashlib.sha256(f.read()).hexdigest())
---
import datetime as dt, math, statistics, itertools, textwrap
print(dt.datetime(2024, 1, 2).strftime('%Y-%m-%d'), math.sqrt(2), statistics.mean([1, 2, 3]))
print(list(itertools.islice(itertools.count(), 3)), textwrap.dedent('  x'))
---
import sys
path = sys.argv[1]
with open(path, encoding='utf-8') as f:
    for number, line in enumerate(f, 1):
        if number > 10:
            break
        print('{}: {:>5}'.format(number, line.rstrip()))
print(len(open('doc.xml').read()))
---
import base64, html, string, difflib, unicodedata
print(base64.b64encode(b'x').decode(), html.escape('<'), string.digits, unicodedata.name('x'))
print('\n'.join(difflib.unified_diff(['a'], ['b'])), isinstance(1, (int, str)), type(1))
---
matrix = [[1, 2], [3, 4]]
double = lambda x: x * 2
print([list(map(double, row)) for row in matrix], sum(x for row in matrix for x in row), matrix[::-1])
while matrix:
    matrix.pop()
else:
    print('empty', bool(matrix), sorted(['b', 'A'], key=str.lower))
"#;
