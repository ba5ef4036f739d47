//! What lies behind the links below a folder: whoever follows them reads or writes that too.
//!
//! A link is judged when it is made, but where it leads may change afterwards. So programs that go through a folder and
//! follow its links are read as if they were given what those lead to, as it stands now.

use super::super::Effect;
use super::super::reading::{Invocation, Reading};
use super::super::value::{Arg, Value};
use super::spec::Parsed;
use super::whole::stays_closed;
use crate::effect::place::{self, within};
use crate::policy::floor;
use crate::world::{Resolved, Stands};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Names passed before the look gives up, which stops: some tenths of a second.
const MAX_NAMES: usize = 300_000;
/// The same before a check, which is then left alone: it is everyday, and large trees are the rule.
const MAX_LINTED: usize = 10_000;
/// The same for links that are followed.
const MAX_LINKS: usize = 20_000;

/// What a program does with what it finds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Touch {
    /// It reads it.
    Read,
    /// It shows lines of it, as a check that runs project code anyway.
    Lint,
    /// It changes it.
    Write,
    /// It runs it, or is steered by it.
    Run,
}

/// A program changes or shows what it finds below its operands, without one below the directory it is in.
pub fn touched_below(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>, touch: Touch) {
    // They go by modules, not by folders.
    if ["rustfmt", "cargo fmt"].iter().any(|name| call.name.starts_with(name)) {
        return;
    }
    let here = Arg { value: Value::known("."), span: call.span };
    let operands = parsed.operands.iter().copied();
    let operands: Vec<&Arg> = if parsed.operands.is_empty() { vec![&here] } else { operands.collect() };
    operands.into_iter().for_each(|operand| behind(reading, call, operand, touch));
}

/// Adds what lies behind the links below `folder`, as far as it is outside of the session's roots or on the floor.
pub fn behind(reading: &mut Reading<'_>, call: &Invocation, folder: &Arg, touch: Touch) {
    add_behind(reading, &call.name, folder, touch);
}

/// The same for a program by its name.
pub fn add_behind(reading: &mut Reading<'_>, name: &str, folder: &Arg, touch: Touch) {
    let folders: Vec<String> = match &folder.value {
        Value::Unknown(unknown) if unknown.listed => vec![unknown.directory().to_string()],
        value @ (Value::Known(_) | Value::Unknown(_)) => {
            value.texts().unwrap_or_default().into_iter().map(without_pattern).collect()
        }
    };
    let dirs = reading.dirs().to_vec();
    for start in dirs.iter().flat_map(|cwd| folders.iter().map(move |folder| place::join(cwd, folder))) {
        let Some(links) = leading_out(reading, &start, touch) else {
            if touch == Touch::Lint {
                continue;
            }
            let message =
                format!("`{name}` follows links below `{start}`, which holds too much to look for them");
            return reading.add(Effect::Opaque, "too_much", message, folder.span);
        };
        for link in links {
            let link = Arg { value: Value::known(link), span: folder.span };
            match touch {
                Touch::Read | Touch::Lint => reading.read_path(name, &link, true),
                Touch::Write => reading.write_path(name, &link, false),
                Touch::Run => reading.run_path(name, &link),
            }
        }
    }
}

/// The folder in which a pattern that the program itself applies begins, or a list of packages (`./...`).
pub fn without_pattern(text: &str) -> String {
    let text = text.strip_suffix("...").unwrap_or(text);
    match text.split_once(['*', '?', '[', '{', '(']) {
        Some((before, _)) => before.rsplit_once('/').map_or(".", |(folder, _)| folder).to_string(),
        None => text.to_string(),
    }
}

/// Links below `start` that lead out of the session's roots or onto the floor; `None` when there is too much to look
/// at. Outside of the roots nobody but the user makes links. Most checks enter no folder through a link.
fn leading_out(reading: &Reading<'_>, start: &str, touch: Touch) -> Option<Vec<String>> {
    let (mut leading_out, mut seen) = (Vec::new(), BTreeSet::new());
    let most = if touch == Touch::Lint { MAX_LINTED } else { MAX_NAMES };
    let (mut names_left, mut links_left) = (most, MAX_LINKS);
    let mut pending = vec![reading.world.resolve(start)?];
    while let Some(Resolved { path: at, stands }) = pending.pop() {
        if stands != Stands::Directory || !in_roots(reading, &at) || !seen.insert(at.clone()) {
            continue;
        }
        let Some(branches) = reading.world.branches(&at) else {
            if stays_closed(reading, &at) {
                continue;
            }
            return None;
        };
        names_left = names_left.checked_sub(branches.names + 1)?;
        links_left = links_left.checked_sub(branches.links.len())?;
        for link in branches.links.iter().map(|name| place::join(&at, name)) {
            match reading.world.resolve(&link)? {
                found if touch == Touch::Lint && found.stands == Stands::Directory => {}
                found if in_roots(reading, &found.path) && !is_protected(reading, &found.path) => {
                    pending.push(found)
                }
                _ => leading_out.push(link),
            }
        }
        let folders = branches.folders.iter().map(|name| place::join(&at, name));
        let open = folders.filter(|path| !is_protected(reading, path));
        pending.extend(open.map(|path| Resolved { path, stands: Stands::Directory }));
    }
    Some(leading_out)
}

fn in_roots(reading: &Reading<'_>, path: &str) -> bool {
    reading.session.roots.iter().any(|root| within(path, root))
}

/// Nobody puts a link there unasked: installed packages, version control, environments.
fn is_protected(reading: &Reading<'_>, path: &str) -> bool {
    let roots = reading.session.roots.iter().filter(|root| within(path, root));
    let above = roots.map(|root| floor::depth(root)).max().unwrap_or(0);
    let names = floor::names(path);
    let below = names.get(above..).unwrap_or(&names);
    floor::hit(below, false).is_some() || below.iter().any(|name| floor::is_called(name, ".git"))
}

#[cfg(test)]
mod tests {
    use crate::effect::program::examples::{machine, run_on};

    /// `q` holds links whose targets moved out of the repository after they were made, `in` one that stays.
    #[test]
    fn what_follows_links_touches_what_they_lead_to() {
        let machine = machine()
            .file("/repo/q/a.go", "")
            .link("/repo/q/o.go", "../../o.go")
            .file("/o.go", "")
            .file("/repo/s/b.c", "")
            .link("/repo/s/l", "../../sec")
            .file("/sec/.env", "K=1\n")
            .file("/repo/in/a.go", "")
            .link("/repo/in/b.go", "a.go")
            .link("/repo/in/up", "../src")
            .link("/repo/via/q", "../q")
            .file("/repo/.env", "K=1\n")
            .link("/repo/f/x", "../.env")
            .link("/repo/node_modules/x", "/usr/lib/x");
        run_on(
            &machine,
            r#"
            ask   gofmt -w q
            ask   gofmt -r 'a -> b' -w q
            ask   gofmt -w ./q/
            ask   gofmt -w via
            allow gofmt -w in
            allow gofmt -w src
            allow gofmt -l q
            allow gofmt -d q
            ask   gofmt -d f
            ask   gofmt f
            ask   gofmt -l f
            allow gofmt -l in
            allow gofmt -d in
            ask   terraform fmt -check -diff f
            ask   terraform fmt -write=false -diff f
            ask   terraform fmt -check f
            allow terraform fmt -check in
            ask   helm show values ./f
            allow helm show values ./in
            ask   prettier f
            ask   prettier --check f
            allow prettier --check in
            ask   shfmt -d f
            ask   shfmt -l f
            allow shfmt -l in
            ask   go fmt ./q
            ask   go fmt ./...
            allow go fmt ./in/...
            ask   cd q && gofmt -w .
            allow cargo fmt
            ask   prettier --write q
            ask   prettier --write 'q/**/*.ts'
            allow prettier --write 'in/**/*.ts'
            allow prettier --check q
            ask   black q
            allow black in
            ask   ruff format q
            ask   ruff check --fix q
            ask   eslint --fix q
            allow eslint --fix in
            ask   shfmt -w q
            ask   codespell -w q
            ask   terraform fmt -recursive q
            ask   clang-format -i q
            ask   grep -R foo s
            ask   grep -R foo f
            ask   gofmt -w f
            ask   grep -Rh . s
            ask   grep --dereference-recursive foo .
            ask   cd s && grep -R foo
            allow grep -R foo in
            allow grep -r foo s
            ask   rg -L foo s
            ask   rg --follow foo
            allow rg foo s
            allow rg -L foo in
            ask   ag -f foo s
            ask   ack --follow foo s
            ask   tar chf x.tar s
            ask   tar -C s --dereference -cf x.tar .
            allow tar cf x.tar s
            allow tar chf x.tar in
            ask   diff -r s src
            allow diff -r in src
            ask   find s -exec cat {} +
            ask   find f -exec cat {} \;
            ask   find s -print0 | xargs -0 cat
            ask   find s | xargs cat
            ask   find f -exec cp {} src/ \;
            ask   find q -name '*.go' -exec gofmt -w {} +
            ask   find q -exec pytest {} \;
            allow find s -type f -exec cat {} +
            allow find s -exec ls -l {} +
            ask   find s -type f -o -name x -exec cat {} +
            ask   find s -exec grep -e -type f {} +
            allow find in -exec cat {} +
            allow find in -print0 | xargs -0 cat
            allow find in | xargs cat
            allow find src -name '*.go' -exec gofmt -w {} +
            "#,
        );
    }

    /// A check prints the lines it complains about: what a link below leads to is shown.
    #[test]
    fn checks_show_what_links_lead_to() {
        let machine = machine()
            .file("/repo/in/a.py", "")
            .link("/repo/in/b.py", "a.py")
            .link("/repo/in/up", "../src")
            .file("/o.py", "")
            .link("/repo/out/o.py", "../../o.py")
            .link("/repo/f/y.py", "../.env")
            .link("/repo/key/x.py", "../../home/user/.ssh/id_rsa")
            .link("/repo/home/h", "/home/user");
        run_on(
            &machine,
            r#"
            ask   flake8 --show-source f
            ask   flake8 --show-source key
            ask   flake8 f
            ask   flake8
            ask   cd f && flake8
            allow flake8 --show-source in
            allow flake8 --show-source out
            allow flake8 --show-source in/a.py
            ask   ruff check f
            ask   ruff check key
            ask   ruff check .
            ask   ruff check
            allow ruff check in
            ask   ruff format --check f
            allow ruff format --check in
            ask   pycodestyle --show-source f
            allow pycodestyle --show-source in
            ask   bandit -r f
            allow bandit -r in
            ask   codespell f
            allow codespell in
            ask   cspell --show-context f
            ask   cspell --show-context 'f/**/*.py'
            allow cspell --show-context 'in/**/*.py'
            ask   mypy --pretty f
            allow mypy --pretty in
            ask   pylint f
            allow mypy home
            allow pylint home
            allow golangci-lint run ./home/...
            allow pylint in
            ask   black --check f
            allow black --check in
            ask   eslint f
            allow eslint in
            ask   biome lint f
            allow biome lint in
            ask   rubocop f
            allow rubocop in
            ask   golangci-lint run ./f/...
            allow golangci-lint run ./in/...
            ask   tsc --noEmit
            ask   npx eslint f
            allow npx eslint in
            allow pytest f
            allow jest f
            allow pytest
            "#,
        );
    }
}
