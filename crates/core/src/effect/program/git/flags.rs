//! Flags that many subcommands share.

/// What `git diff` and everything that shows differences takes. Left out: `--output`, `--ext-diff`, `--textconv`.
macro_rules! diff {
    () => {
        "-p -u --patch -s --no-patch -U? --unified? -W --function-context --no-function-context --raw \
         --patch-with-raw --patch-with-stat --numstat --shortstat --stat? --no-stat --stat-width: --stat-name-width: \
         --stat-graph-width: --stat-count: --compact-summary --no-compact-summary -X? --dirstat? \
         --dirstat-by-file? --cumulative --check --summary --name-only --name-status -z --full-index \
         --no-full-index --abbrev? --no-abbrev --color? --no-color --color-moved? --no-color-moved \
         --color-moved-ws: --no-color-moved-ws --word-diff? --word-diff-regex: --color-words? --no-renames \
         --rename-empty --no-rename-empty -M? --find-renames? -C? --find-copies? --find-copies-harder \
         --no-find-copies-harder -B? --break-rewrites? -D --irreversible-delete -l: --diff-filter: -S: -G: \
         --pickaxe-all --pickaxe-regex --find-object: -R -a --text --no-text -b --ignore-space-change -w \
         --ignore-all-space --ignore-space-at-eol --ignore-cr-at-eol --ignore-blank-lines -I: \
         --ignore-matching-lines: --inter-hunk-context: --minimal --patience --histogram --anchored: \
         --diff-algorithm: --indent-heuristic --no-indent-heuristic --exit-code --no-exit-code --quiet --no-quiet \
         --no-ext-diff --no-textconv --ignore-submodules? --submodule? --src-prefix: --dst-prefix: --line-prefix: \
         --no-prefix --default-prefix --ita-invisible-in-index --ita-visible-in-index --relative --no-relative \
         --ws-error-highlight: --binary --skip-to: --rotate-to: -O< --output-indicator-new: \
         --output-indicator-old: --output-indicator-context: --follow --no-follow --end-of-options "
    };
}

/// How differences of merges are shown.
macro_rules! merges {
    () => {
        "-c --cc --combined-all-paths -m --diff-merges: --no-diff-merges --remerge-diff --dd -t "
    };
}

/// Which commits: what `git log` and `git rev-list` have in common.
macro_rules! commits {
    () => {
        "-n: -# --max-count: --skip: --since: --after: --until: --before: --since-as-filter: --max-age: --min-age: \
         --author: --committer: --grep-reflog: --grep: --all-match --invert-grep -i --regexp-ignore-case \
         --basic-regexp -E --extended-regexp -F --fixed-strings -P --perl-regexp --remove-empty --merges \
         --no-merges --min-parents? --max-parents? --no-min-parents --no-max-parents --first-parent \
         --exclude-first-parent-only --not --all --branches? --tags? --remotes? --glob: --exclude: \
         --exclude-hidden: --reflog --alternate-refs --single-worktree --ignore-missing --cherry-mark \
         --cherry-pick --left-only --right-only --cherry -g --walk-reflogs --merge --boundary \
         --simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges --ancestry-path? \
         --date-order --author-date-order --topo-order --reverse --no-walk? --do-walk --pretty? --format? \
         --abbrev-commit --no-abbrev-commit --oneline --encoding: --expand-tabs? --no-expand-tabs \
         --relative-date --date: --parents --children --left-right --graph --no-graph --show-linear-break? \
         --show-signature --no-show-signature --notes? --no-notes --show-notes? --standard-notes \
         --no-standard-notes --log-size --full-diff "
    };
}

/// What `git log` and `git show` add.
macro_rules! log {
    () => {
        "--decorate? --no-decorate --decorate-refs: --decorate-refs-exclude: --clear-decorations --source \
         --no-source --mailmap --no-mailmap --use-mailmap --no-use-mailmap -L: -q "
    };
}

/// How references are filtered, sorted and shown.
macro_rules! references {
    () => {
        "--contains: --no-contains: --with: --without: --merged: --no-merged: --points-at: --sort: --no-sort --format: --column? \
         --no-column --color? --no-color -i --ignore-case --omit-empty "
    };
}

pub(super) use {commits, diff, log, merges, references};
