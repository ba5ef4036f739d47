//! Patterns that only zsh knows, where the user has set `extendedglob`: `x#` is any number of `x`, `^x` all but `x`, and
//! `y~x` is `y` without `x`. bash takes each for a plain name.

use super::place;
use crate::world::{Stands, World};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// More folders than this are not looked through.
const MAX_FOLDERS: usize = 64;

/// One step through a name.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    Letter(char),
    /// Any number of this letter, none among them.
    Run(char),
    /// Any text.
    Any,
}

/// Something bears a name that the word `text` matches and that is not the word itself. Also where that cannot be known.
pub fn may_find(world: &dyn World, cwd: &str, text: &str) -> bool {
    finds(world, cwd, text).unwrap_or(true)
}

fn finds(world: &dyn World, cwd: &str, text: &str) -> Option<bool> {
    let mut folders = vec![String::new()];
    let components = components(text);
    let last = components.len().saturating_sub(1);
    for (index, steps) in components.iter().enumerate() {
        let mut next = Vec::new();
        for folder in &folders {
            next.extend(named(world, cwd, folder, steps)?);
        }
        if index == last {
            return Some(next.iter().any(|name| name != text));
        }
        next.iter_mut().for_each(|folder| folder.push('/'));
        if next.len() > MAX_FOLDERS {
            return None;
        }
        folders = next;
    }
    Some(false)
}

/// What stands in `folder` by such a name.
fn named(world: &dyn World, cwd: &str, folder: &str, steps: &[Step]) -> Option<Vec<String>> {
    let letter = |step: &Step| match step {
        Step::Letter(c) => Some(*c),
        Step::Run(_) | Step::Any => None,
    };
    if let Some(name) = steps.iter().map(letter).collect::<Option<String>>() {
        let path = [folder, name.as_str()].concat();
        let stands = world.resolve(&place::join(cwd, &path))?.stands;
        return Some(if stands == Stands::Nothing { vec![] } else { vec![path] });
    }
    let directory = place::join(cwd, if folder.is_empty() { "." } else { folder });
    if world.resolve(&directory)?.stands != Stands::Directory {
        return Some(vec![]);
    }
    // A dot in front is matched by a dot alone.
    let shows_hidden = steps.first() != Some(&Step::Any);
    let names = world.list(&directory)?.into_iter();
    let named = names.filter(|name| (shows_hidden || !name.starts_with('.')) && fits(steps, name));
    Some(named.map(|name| [folder, name.as_str()].concat()).collect())
}

/// The name can be walked through by these steps: all places that may have been reached are followed at once.
fn fits(steps: &[Step], name: &str) -> bool {
    let skip = |reached: &mut Vec<bool>| {
        for (at, step) in steps.iter().enumerate() {
            let may_be_none = matches!(step, Step::Run(_) | Step::Any);
            if may_be_none && reached.get(at) == Some(&true) {
                reached.iter_mut().skip(at + 1).take(1).for_each(|next| *next = true);
            }
        }
    };
    let mut reached = vec![false; steps.len() + 1];
    reached.iter_mut().take(1).for_each(|start| *start = true);
    skip(&mut reached);
    for letter in name.chars() {
        let mut next = vec![false; steps.len() + 1];
        for (at, step) in steps.iter().enumerate().filter(|(at, _)| reached.get(*at) == Some(&true)) {
            let to = match step {
                Step::Letter(c) if *c == letter => at + 1,
                Step::Run(c) if *c == letter => at,
                Step::Any => at,
                Step::Letter(_) | Step::Run(_) => continue,
            };
            next.iter_mut().skip(to).take(1).for_each(|place| *place = true);
        }
        skip(&mut next);
        reached = next;
    }
    reached.last() == Some(&true)
}

/// The steps through each folder of the path. Sets in brackets count as any text.
fn components(text: &str) -> Vec<Vec<Step>> {
    // What follows `~` is only taken away.
    let text = text.split('~').next().unwrap_or(text);
    text.split('/').map(steps).collect()
}

fn steps(component: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    for c in component.chars() {
        match c {
            '#' => match steps.pop() {
                Some(Step::Letter(c) | Step::Run(c)) => steps.push(Step::Run(c)),
                Some(Step::Any) | None => steps.push(Step::Any),
            },
            '*' | '?' => steps.push(Step::Any),
            // All but what follows; letters of a set, whichever they are.
            '^' | '[' => {
                steps.push(Step::Any);
                return steps;
            }
            c => steps.push(Step::Letter(c)),
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_zsh_finds() {
        for (pattern, name, found) in [
            (".en##v", ".env", true),
            ("ab#", "a", true),
            ("ab#", "abbb", true),
            ("ab#", "ac", false),
            ("^a", "b", true),
            ("a^", "ab", true),
            ("s#a#b#", "aab", true),
            ("s#a#b#", "README.md", false),
            ("issue#12", "issue12", true),
            ("issue#12", "issue#12", false),
            ("*.x#", "a.", true),
        ] {
            assert_eq!(fits(&steps(pattern), name), found, "{pattern} {name}");
        }
    }
}
