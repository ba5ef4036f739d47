//! What a field of an input is for.

use crate::json::Json;
use crate::redact::names::{Announces, announces_field};
use crate::redact::text::is_header;
use crate::tool::known::{COMMANDS, CONTENTS, NEW, OLD, PATCH_TEXTS, SOURCE};
use crate::tool::names::{Kind, Needs};
use crate::words::listed;

/// What becomes of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A shell command.
    Command,
    /// A shell command, or the words of one in a list.
    Words,
    /// A patch.
    Patch,
    /// What a file is to hold: nobody judges it, so it is not kept.
    Content,
    /// The value of a name that announces a secret.
    Secret,
    /// The same, whatever the names of the fields in it say.
    Sealed,
    /// Judged.
    Needed,
    /// For people.
    Said,
}

/// More fields with contents.
const MORE_CONTENTS: &str =
    "insert_text code_edit ai_proposed_content code new_source old_source cell_source";
/// Words for people, of every tool.
const FOR_PEOPLE: &str =
    "description explanation rationale reason summary title instruction thought justification task_progress";

/// How the fields of one tool are read.
pub struct Tools {
    kind: Option<Kind>,
    /// The tool takes a patch.
    patches: bool,
    typed: bool,
}

impl Tools {
    pub fn new(kind: Option<Kind>, input: &Json) -> Self {
        let has =
            |keys: &[&str]| keys.iter().any(|key| input.get(key).is_some_and(|value| *value != Json::Null));
        let patches = kind == Some(Kind::Patch)
            || kind == Some(Kind::Change(Needs::Replacement))
                && (input.as_str().is_some() || !has(OLD) && has(PATCH_TEXTS));
        let typed = matches!(kind, Some(Kind::Foreign(what)) if what.starts_with("text typed"));
        Tools { kind, patches, typed }
    }

    /// Of an input that is no object.
    pub fn whole(&self) -> Role {
        match self.kind {
            _ if self.patches => Role::Patch,
            Some(Kind::Commands | Kind::Shell | Kind::Monitor) => Role::Command,
            _ if self.is_judged() => Role::Needed,
            _ => Role::Said,
        }
    }

    /// Of the field `key` in an object of the role `outer`.
    pub fn role(&self, key: &str, value: &Json, outer: Role) -> Role {
        if matches!(outer, Role::Content | Role::Secret | Role::Sealed) {
            return outer;
        }
        if self.patches && PATCH_TEXTS.contains(&key) {
            return Role::Patch;
        }
        if self.is_command(key) {
            return if matches!(value, Json::Array(_)) && key != "commands" {
                Role::Words
            } else {
                Role::Command
            };
        }
        if self.is_content(key) {
            return Role::Content;
        }
        let nested = matches!(value, Json::Array(_) | Json::Object(_));
        match announces_field(key) {
            Announces::Secret if nested => return Role::Sealed,
            Announces::Perhaps if matches!(value, Json::Array(_)) && key.eq_ignore_ascii_case("auth") => {
                return Role::Sealed;
            }
            Announces::Secret | Announces::Perhaps => return Role::Secret,
            Announces::Nothing if is_header(key) => return if nested { Role::Sealed } else { Role::Secret },
            Announces::Nothing => {}
        }
        if self.is_judged() && !listed(FOR_PEOPLE, key) { Role::Needed } else { Role::Said }
    }

    fn is_command(&self, key: &str) -> bool {
        let named = COMMANDS.contains(&key) || key == "commands";
        named && !matches!(self.kind, Some(Kind::Editor | Kind::Patch | Kind::Change(_)))
    }

    fn is_content(&self, key: &str) -> bool {
        let named = || {
            [CONTENTS, OLD, NEW, SOURCE].iter().any(|keys| keys.contains(&key)) || listed(MORE_CONTENTS, key)
        };
        match self.kind {
            _ if self.typed => !key.ends_with("id") && !key.ends_with("Id"),
            Some(Kind::Change(Needs::Blocks)) => key == "diff" || named(),
            Some(Kind::Change(_) | Kind::Editor) | None => named(),
            Some(_) => false,
        }
    }

    /// The verdict depends on what the fields hold.
    fn is_judged(&self) -> bool {
        match self.kind {
            Some(
                Kind::Look(_)
                | Kind::Lsp
                | Kind::Glob
                | Kind::Grep
                | Kind::Change(_)
                | Kind::Editor
                | Kind::Remove
                | Kind::Patch
                | Kind::Shell
                | Kind::Commands
                | Kind::Monitor
                | Kind::Fetch
                | Kind::FetchFromPrompt
                | Kind::McpResource,
            ) => true,
            Some(Kind::Search | Kind::SubAgent | Kind::Talk | Kind::Schedule | Kind::Foreign(_)) | None => {
                false
            }
        }
    }
}
