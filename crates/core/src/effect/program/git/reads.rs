//! Subcommands that only read, with every flag that is known to keep them so.

use super::flags::{commits, diff, log, merges};
use super::{Sub, reads, shows};

/// By name. Left out on purpose: flags that run a program (`--ext-diff`, `grep -O`), write a file (`--output`) or
/// take options from standard input.
pub const READS: &[Sub] = &[
    reads(
        "status",
        "-s --short -b --branch --no-branch --show-stash --porcelain? --long -v --verbose -u? --untracked-files? \
         --ignore-submodules? --ignored? -z --null --column? --no-column --ahead-behind --no-ahead-behind --renames \
         --no-renames --find-renames? --no-find-renames --no-short",
    ),
    shows(
        "diff",
        concat!(
            commits!(),
            diff!(),
            merges!(),
            "--cached --staged --merge-base --no-index --base --ours --theirs -0 -1 -2 -3"
        ),
    ),
    reads("log", concat!(commits!(), diff!(), merges!(), log!())),
    shows("show", concat!(commits!(), diff!(), merges!(), log!())),
    shows("whatchanged", concat!(commits!(), diff!(), merges!(), log!(), "--i-still-use-this")),
    reads(
        "shortlog",
        "-n --numbered -s --summary -e --email --group: -c --committer -w? --format? --since: --after: --until: --before: \
         --all --branches? --tags? --remotes? --no-merges --merges --first-parent --author: --grep: --max-count: -# \
         --date: -E -i -F --invert-grep --all-match",
    ),
    shows(
        "blame annotate",
        "-b --root --no-root --show-stats --progress --no-progress --score-debug -f --show-name -n --show-number -p \
         --porcelain --line-porcelain -c -t -l -s -e --show-email -w --ignore-rev: --ignore-revs-file< --color-lines \
         --color-by-age --minimal -S< -C? -M? -L: --abbrev? --date: --since: --reverse --first-parent --encoding: \
         --no-ignore-revs-file",
    ),
    shows(
        "grep",
        "--cached --no-index --untracked --exclude-standard --recurse-submodules -v --invert-match -i --ignore-case -w \
         --word-regexp -a --text -I -r --recursive --no-recursive --max-depth: -E --extended-regexp -G \
         --basic-regexp -F --fixed-strings -P --perl-regexp -n --line-number --column -h -H --full-name -l \
         --files-with-matches --name-only -L --files-without-match -z --null -o --only-matching -c --count --color? \
         --no-color --break --heading -C: --context: -B: --before-context: -A: --after-context: -# --threads: -p \
         --show-function -W --function-context -f< -e: --and --or --not -q --quiet --all-match -m: --max-count: \
         --no-line-number --no-textconv --no-exclude-standard",
    ),
    reads(
        "describe",
        "--contains --all --tags --long --first-parent --abbrev? --exact-match --candidates: --match: --exclude: --always \
         --dirty? --broken? --debug --no-match --no-exclude",
    ),
    reads(
        "rev-parse",
        "--sq-quote --revs-only --no-revs --flags --no-flags --default: --prefix: --verify -q --quiet --sq --short? --not \
         --abbrev-ref? --symbolic --symbolic-full-name --output-object-format: --all --branches? --tags? --remotes? \
         --glob? --exclude? --exclude-hidden? --disambiguate? --local-env-vars --path-format? --git-dir \
         --git-common-dir --resolve-git-dir: --git-path: --show-toplevel --shared-index-path --absolute-git-dir \
         --is-inside-git-dir --is-inside-work-tree --is-bare-repository --is-shallow-repository \
         --show-object-format? --show-ref-format --show-superproject-working-tree --show-prefix --show-cdup \
         --since? --after? --until? --before? --end-of-options",
    ),
    reads(
        "rev-list",
        concat!(
            commits!(),
            "--count --objects --objects-edge --objects-edge-aggressive --header --no-commit-header --commit-header \
             --timestamp --bisect --bisect-vars --bisect-all --disk-usage? --use-bitmap-index --no-object-names \
             --object-names --filter? --no-filter --missing? --in-commit-order --unpacked --quiet --abbrev? \
             --no-abbrev --end-of-options"
        ),
    ),
    reads(
        "ls-files",
        "-z -t -v -f -c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage -k --killed --directory --eol \
         --empty-directory --no-empty-directory -u --unmerged --resolve-undo -x: --exclude: -X< --exclude-from< \
         --exclude-per-directory: --exclude-standard --full-name --recurse-submodules --error-unmatch --with-tree: --abbrev? \
         --debug --deduplicate --sparse --format:",
    ),
    reads(
        "ls-tree",
        "-d -r -t -z -l --long --name-only --name-status --object-only --full-name --full-tree --format: --abbrev?",
    ),
    shows(
        "cat-file",
        "-e -p -t -s --batch? --batch-check? --batch-command? --batch-all-objects --unordered --buffer \
         --allow-unknown-type --use-mailmap --mailmap --no-mailmap -z -Z --filter?",
    ),
    reads("merge-base", "-a --all --octopus --independent --is-ancestor --fork-point"),
    reads(
        "name-rev",
        "--name-only --tags --refs: --exclude: --all --undefined --no-undefined --always --annotate-stdin --stdin",
    ),
    reads(
        "for-each-ref",
        "-s --shell -p --perl --python --tcl --count: --format: --sort: --color? --exclude: --points-at: --merged: --no-merged: \
         --contains: --no-contains: --ignore-case --omit-empty --include-root-refs",
    ),
    reads(
        "show-ref",
        "--head --tags --heads --branches --verify --exists -d --dereference -s --hash? --abbrev? -q --quiet",
    ),
    reads("check-ignore", "-q --quiet -v --verbose --stdin -z -n --non-matching --no-index --index"),
    reads("check-attr", "-a --all --cached --stdin -z --source:"),
    reads("check-mailmap", "--stdin"),
    reads(
        "check-ref-format",
        "--normalize --print --allow-onelevel --no-allow-onelevel --refspec-pattern --branch",
    ),
    shows(
        "diff-tree",
        concat!(
            diff!(),
            merges!(),
            "-r --root --always --pretty? --format? --no-commit-id --merge-base -v -q --stdin --oneline"
        ),
    ),
    shows("diff-index", concat!(diff!(), merges!(), "-q --cached --merge-base -r")),
    shows("diff-files", concat!(diff!(), merges!(), "-q --base --ours --theirs -0 -1 -2 -3 -r")),
    shows(
        "range-diff",
        concat!(
            diff!(),
            "--creation-factor: --no-dual-color --dual-color --notes? --no-notes --left-only --right-only"
        ),
    ),
    reads("cherry", "-v --verbose --abbrev?"),
    reads("count-objects", "-v --verbose -H --human-readable"),
    reads(
        "fsck fsck-objects",
        "-v --verbose --unreachable --dangling --no-dangling --tags --root --cache --reflogs --no-reflogs --full --no-full \
         --connectivity-only --strict --progress --no-progress --name-objects --references --no-references",
    ),
    // Without `-l`, which prints every setting, tokens in addresses too.
    reads("var", ""),
    reads("version", "--build-options"),
    reads("get-tar-commit-id", ""),
    reads("patch-id", "--stable --unstable --verbatim"),
    reads(
        "show-branch",
        "-a --all -r --remotes --color? --no-color --more? --list --no-name --sha1-name --merge-base --independent --topo-order --date-order --topics --sparse --current -g? --reflog?",
    ),
    reads("stripspace", "-s --strip-comments -c --comment-lines"),
    reads("column", "--command: --mode? --raw-mode: --width: --indent: --nl: --padding:"),
    reads("verify-commit verify-tag", "-v --verbose --raw --format:"),
    reads(
        "merge-tree",
        "--trivial-merge -z --name-only --messages --no-messages --allow-unrelated-histories --merge-base: -X: --strategy-option:",
    ),
];
