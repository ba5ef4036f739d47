//! `mastiff init HOST --plugin DIR`: a folder that the host's own command installs, instead of a change to its settings.

use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::render;
use mastiff_core::escape::for_people;
use mastiff_core::protocol::Host;
use mastiff_engine::install::{Recipe, Site, plugin};
use std::fmt::Write;
use std::path::Path;

/// Writes the folder. `site`: for this machine; without one for any.
pub fn write(
    args: &Args,
    chosen: &[&'static Recipe],
    site: Option<&Site>,
    folder: &str,
) -> Result<Exit, Failure> {
    let hosts = || plugin::HOSTS.iter().map(|host| host.id()).collect::<Vec<_>>().join(", ");
    let [recipe] = chosen else {
        let hint = format!("mastiff init claude --plugin DIR; there are plugins for {}", hosts());
        return Err(Failure::new("`--plugin` is for one host, which must be named").hint(hint));
    };
    let Some(files) = plugin::files(recipe.host, site) else {
        return Err(Failure::new(format!("there is no plugin for {}", recipe.name))
            .hint(format!("there are for {}", hosts())));
    };
    let root = Path::new(folder);
    is_ours_to_write(root, &files)?;
    let mut page = String::new();
    for (name, text) in files {
        let path = root.join(name);
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(&path, text)?;
        let _ = writeln!(page, "wrote {}", for_people(&path.to_string_lossy()));
    }
    if args.has("--json") {
        return render::print("").map(|()| Exit::Fine);
    }
    let _ = writeln!(page, "install it: {}", how(recipe, &for_people(folder)));
    if recipe.host == Host::Claude {
        let _ =
            writeln!(page, "keep the folder where no agent writes: Claude Code runs the plugin from there");
    }
    render::print(&page).map(|()| Exit::Fine)
}

/// A new folder, an empty one, or one that was written before.
fn is_ours_to_write(root: &Path, files: &[plugin::File]) -> Result<(), Failure> {
    let is_empty = std::fs::read_dir(root).map_or(true, |mut entries| entries.next().is_none());
    let is_known = files.first().is_some_and(|(manifest, _)| root.join(manifest).is_file());
    if is_empty || is_known {
        return Ok(());
    }
    let message = format!("`{}` holds something else", for_people(&root.to_string_lossy()));
    Err(Failure::new(message).hint("name a folder that does not exist yet"))
}

fn how(recipe: &Recipe, folder: &str) -> String {
    match recipe.host.id() {
        "gemini" => format!("gemini extensions install {folder}"),
        "codex" => format!(
            "codex plugin marketplace add {folder} && codex plugin add mastiff@mastiff, then trust its hooks in `/hooks`"
        ),
        _ => format!("claude plugin marketplace add {folder} && claude plugin install mastiff@mastiff"),
    }
}
