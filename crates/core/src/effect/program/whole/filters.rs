//! A filter that leaves nothing out makes no verdict milder.
//!
//! Each reader of a tree is called with the filters of its own that every file passes, or that no file has the name for,
//! one at a time and by twos. What stops without them stops with them.

use super::tests::with_secrets;
use crate::Decision;
use crate::effect::program::examples::judge_plainly;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Where a reader's call is cut for the filters, `@`, and the filters, parted by bars.
const READERS: &[(&str, &str)] = &[
    ("grep -rh . @ .", GREP),
    ("grep @ -rh . .", GREP),
    ("grep -rh . . @", GREP),
    ("grep -r '' @", GREP),
    ("cat $(grep -rl . @ .)", GREP),
    ("grep -rl . . @ | xargs cat", GREP),
    ("rg --hidden . @", RG),
    ("rg -uu @ .", RG),
    ("rg -uu . @ .", RG),
    ("rg -uu . @ /repo", RG),
    ("rg -uu . @ ../repo", RG),
    ("rg -uu . @ certs", RG),
    ("rg --files --hidden @ | xargs cat", RG),
    ("rg --files -uu @ . | xargs -n1 cat", RG),
    ("find . @ -exec cat {} +", FIND),
    ("find . -type f @ -exec cat {} \\;", FIND),
    ("find . -type f @ | xargs cat", FIND),
    ("find . -type f @ -print0 | xargs -0 head", FIND),
    ("find /repo -type f @ -exec cat {} +", FIND_FROM_ELSEWHERE),
    ("find certs @ -exec cat {} +", FIND_FROM_ELSEWHERE),
    ("find certs/.. @ -exec cat {} +", FIND_FROM_ELSEWHERE),
    ("find @ -exec cat {} +", FIND),
    ("cat $(find . -type f @)", FIND),
    ("for f in $(find . -type f @); do cat \"$f\"; done", FIND),
    ("find . -type f @ | while read -r f; do cat \"$f\"; done", FIND),
    ("fd -H . @ -x cat", FD),
    ("fd -uu -t f . @ -X cat", FD),
    ("fd -H @ . | xargs cat", FD),
    ("ag -u . @", AG),
    ("ag --hidden . @ .", AG),
    ("ag -u . @ certs", AG),
    ("ack . @", ACK),
    ("ack . @ certs", ACK),
    ("git grep -h . @", PATHSPECS),
    ("git grep -h . -- @", PATHSPECS),
    ("git grep --untracked -h . -- @", PATHSPECS),
    ("git grep -h . HEAD -- @", PATHSPECS),
    ("git ls-files @ | xargs cat", PATHSPECS),
    ("git ls-files -- @ | xargs cat", PATHSPECS),
    ("git ls-files -co -- @ | xargs cat", PATHSPECS),
    ("git ls-files -z @ | xargs -0 head -5", PATHSPECS),
    ("git archive HEAD @ | tar xO", PATHSPECS),
    ("git archive HEAD @", PATHSPECS),
    ("git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904 -- @", PATHSPECS),
    ("git diff --name-only 4b825dc642cb6eb9a060e54bf8d69288fbee4904 -- @ | xargs cat", PATHSPECS),
    ("tar cf - @ .", TAR),
    ("tar @ -cf - .", TAR),
    ("tar -czO @ certs", TAR),
    ("diff -rN @ docs .", DIFF),
    ("diff -r @ docs certs", DIFF),
    ("zip -r - . @", "-x nosuch|-i '*'|-x nosuch/**"),
    ("zip -r out.zip . @", "-x nosuch|-i '*'|-x nosuch/**"),
    (
        "rsync -a @ . src/x",
        "--exclude nosuch|--include '*'|--exclude=/nosuch|--filter '- nosuch'|--max-size=9g|-C",
    ),
    (
        "rsync -a @ certs/ docs/",
        "--exclude nosuch|--include '*'|--exclude=/nosuch|--filter '- nosuch'|--max-size=9g",
    ),
    ("ls -A @ | xargs cat", "-I nosuch|--ignore=nosuch|--hide=nosuch"),
    ("bat @ certs/*", "--line-range 1:|-r :99999|-p"),
    ("jq -R @ . certs/*", "-r|-c|-s"),
    ("cat @ certs/*", "-n|-A|-s"),
    ("awk 1 @ certs/*", "README.md|x=1|docs/guide.md"),
    ("paste @ certs/server.key", "README.md|docs/guide.md|-s"),
    ("strings @ certs/server.key", "-n 1|-a|-f"),
];

const GREP: &str = "--include='*'|--include=* --include=*.md|--include='**'|--include='*.*' --include='.*'|--exclude=nosuch|\
    --exclude-dir=nosuch|--exclude-dir=./nosuch|--exclude='nosuch*'|--exclude=nosuch --include='*'|--include='[!q]*'|\
    --include='?*'|-s|-I|-d recurse|-D skip|--exclude='*/nosuch'|--include '*'|--exclude-dir nosuch";

const RG: &str = "-g '*'|-g '**'|-g '/*'|-g ''|-g '!nosuch'|-g '!/nosuch/**'|-g '!nosuch/'|--iglob '*'|--iglob '!NOSUCH'|-t all|\
    --type-add 'x:*' -t x|--max-depth 99|--max-filesize 9G|-g '**/*'|-g '*' -g '!nosuch'|-g '!*' -g '*'|-g './**'|-g '{*,x}'|\
    -g '#x'|-g '/**'|-g '[!q]*'|-T zig|-g '!./nosuch'|--glob='*'|--glob-case-insensitive -g '*'|-g '?*'|-g '}*'|-g '}**/*'|-g '{*,.*}}'|-g '*}'|-g '{{*}'|-g '[!{]}*'|-g '[!{]*}'|-g '\\\\{*}'";

const FIND: &str = "-name '*'|-path '*'|-path './*'|-path '*/*'|-regex '.*'|-iregex '.*'|! -name nosuch|-not -path './nosuch/*'|\
    ! -path '*/nosuch/*'|-iname '*'|\\( -name '*.py' -o -name '*' \\)|-size -99G|-mtime -99999|-newermt 1970-01-01|-readable|\
    -path ./nosuch -prune -o -type f|\\( -name nosuch -prune -o -true \\)|! -regex '.*/nosuch/.*'|-name '?*'|-name '[!q]*'|\
    -wholename '*'|-maxdepth 99|-mindepth 1|\\( -name '*.md' -o ! -name '*.md' \\)|-not \\( -name nosuch \\)|! -empty|\
    \\( ! -name '*.key' -o -name '*.key' \\)|-name nosuch -o -type f|-false -o -true";

const FIND_FROM_ELSEWHERE: &str = "-path '*'|-path '*/*'|-regex '.*'|! -path './*'|-not -path './certs/*'|! -path 'certs'|\
    ! -path './.env'|! -regex '\\./.*'|! -path 'nosuch/*'|-not -path '*/nosuch/*'|! -path '../certs/*'";

const FD: &str = "-E nosuch|--exclude nosuch|-E nosuch/**|-t f|-E ./nosuch|--max-depth 99|-S -99g|--changed-within 99y|-E '!*'|\
    --and .|-a";

const AG: &str = "--ignore nosuch|--ignore-dir nosuch|-G '.*'|-G ''|-G '.'|--ignore ./nosuch|-G key|--depth 99|--ignore '*.nosuch'|\
    --file-search-regex=.";

const ACK: &str = "--ignore-dir=nosuch|--ignore-file=is:nosuch|--ignore-file=ext:nosuch|--ignore-directory=nosuch|--type=nozig|\
    --ignore-file='match:/nosuch/'|--follow|--noignore-dir=.git";

const PATHSPECS: &str = ".|:/|:(top)|'*'|':(glob)**'|src/..|./|./.|':!nosuch'|':(exclude)nosuch' .|:^nosuch|':(icase)*'|\
    ':(top,icase)*'|/repo|\"$PWD\"|'**'|':(glob)**/*'|':(literal).'|'*' ':!nosuch'|. ':!src'|docs .|docs :/|docs '*'|src/../.|\
    './*'|'?*'|'[!q]*'|../repo|':(attr:!nosuch)'|':(prefix:0)'|':!docs/../src'|':(exclude)./docs'|docs/../*|':(top)*'|\
    ':!/docs'|':(top,exclude)docs'";

const TAR: &str = "--exclude=nosuch|--exclude nosuch|--exclude-vcs|--exclude='nosuch/*'|--exclude=./nosuch|--exclude-caches|\
    --exclude-backups|--exclude=*/nosuch|--anchored --exclude=certs/x|--no-wildcards --exclude='*'|\
    --no-recursion --exclude=nosuch --recursion";

const DIFF: &str =
    "-x nosuch|--exclude=nosuch|--exclude nosuch|-x './nosuch'|--ignore-file-name-case|-w|-I nosuch|-U9";

#[test]
fn a_filter_that_leaves_nothing_out_loosens_nothing() {
    let machine = with_secrets();
    let mut loose: Vec<String> = Vec::new();
    for (reader, filters) in READERS {
        let call = |filter: &str| reader.replace('@', filter);
        let is_allowed = |command: &str| judge_plainly(&machine, command) == Decision::Allow;
        if is_allowed(&call("")) {
            loose.push(format!("{}  (as it is)", call("")));
            continue;
        }
        let filters: Vec<&str> = filters.split('|').collect();
        for (at, filter) in filters.iter().enumerate() {
            let next = filters.get((at + 1) % filters.len()).copied().unwrap_or_default();
            for filter in [String::from(*filter), format!("{filter} {next}")] {
                let command = call(&filter);
                if is_allowed(&command) {
                    loose.push(command);
                }
            }
        }
    }
    assert!(loose.is_empty(), "{} allowed:\n{}", loose.len(), loose.join("\n"));
}
