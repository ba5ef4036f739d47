//! Tools other than shells: names and inputs to verdicts.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on says so"
)]

mod frozen;

use frozen::decide;
use mastiff_core::Policy;
use mastiff_core::call::{Change, Session, ShellCall, Tool, ToolCall};
use mastiff_core::json::Json;
use mastiff_core::protocol::{self, Host};
use mastiff_core::tool::{self, McpServer, patch};
use mastiff_core::world::fake::Fake;

fn machine() -> Fake {
    Fake::new()
        .file("/repo/.git/HEAD", "")
        .file("/repo/.env", "NODE_MODE=x\nAPI_URL=http://x\n")
        .file("/repo/src/main.rs", "")
        .file("/home/user/.ssh/id_rsa", "")
        .link("/repo/out", "/home/user")
        .file("/repo/a/b/c/d.rs", "")
        .link("/repo/l", "/repo/a/b/c")
}

fn read(name: &str, input: &str) -> Tool {
    tool::read(name, &Json::parse(input.as_bytes()).expect(input), &McpServer::default())
}

fn verdict(name: &str, input: &str) -> String {
    verdict_of(name, input, read(name, input))
}

fn verdict_of(name: &str, input: &str, tool: Tool) -> String {
    verdict_on(&machine(), name, input, tool)
}

fn verdict_on(machine: &Fake, name: &str, input: &str, tool: Tool) -> String {
    let session = Session { roots: vec!["/repo".into()], home: "/home/user".into(), ..Session::default() };
    let call = ToolCall {
        name: name.into(),
        tool,
        cwd: "/repo".into(),
        mode: None,
        id: None,
        agent: None,
        input: Json::parse(input.as_bytes()).expect(input),
    };
    let verdict = decide(&call, &session, &Policy::default(), machine).verdict;
    format!("{} {}", verdict.decision().word(), verdict.rule())
}

/// Rows of `verdict | tool | input`.
const TABLE: &str = r#"
allow read_only_tool   | Read         | {"file_path":"/repo/src/main.rs","offset":1,"limit":20}
allow read_only_tool   | Read         | {"file_path":"src/main.rs"}
ask read_secret        | Read         | {"file_path":"/repo/.env"}
ask read_secret        | Read         | {"file_path":"/repo/out/.ssh/id_rsa"}
ask read_secret        | Read         | {"file_path":"/home/user/.config/git/credentials"}
ask read_secret        | Read         | {"file_path":"/home/user/.claude.json"}
ask read_secret        | Read         | {"file_path":"infra/terraform.tfstate"}
allow read_only_tool   | Read         | {"file_path":"infra/main.tf"}
allow read_only_tool   | Read         | {"file_path":"/home/user/.config/git/ignore"}
ask safety_floor       | Write        | {"file_path":".pnp.cjs","content":"x"}
ask safety_floor       | Write        | {"file_path":"env/bin/python","content":"x"}
ask safety_floor       | Write        | {"file_path":"my-venv/pyvenv.cfg","content":"x"}
ask safety_floor       | Write        | {"file_path":".envrc.local","content":"x"}
ask safety_floor       | Write        | {"file_path":".bazelrc","content":"x"}
ask safety_floor       | Write        | {"file_path":".terraform/terraform.tfstate","content":"x"}
allow write_scope      | Write        | {"file_path":"env/config.py","content":"x"}
allow write_scope      | Write        | {"file_path":"weights/model.pth","content":"x"}
ask read_secret        | Read         | {"file_path":"@.env"}
ask read_secret        | read_file    | {"path":"@.npmrc"}
ask read_secret        | read_many_files | {"paths":["@.npmrc"]}
allow read_only_tool   | read_file    | {"path":"@src/main.rs"}
ask read_secret        | Read         | {"file_path":"@/etc/shadow"}
ask safety_floor       | write_file   | {"file_path":"@.git/hooks/pre-commit","content":"x"}
deny malformed_input   | write_file   | {"file_path":"@//.git/hooks/pre-commit","content":"x"}
ask safety_floor       | replace      | {"file_path":"@.mastiff.toml","old_string":"a","new_string":"b"}
allow write_scope      | write_file   | {"file_path":"@types/x.d.ts","content":"x"}
ask safety_floor       | write_to_file | {"path":"@repo:.git/hooks/pre-commit","content":"x"}
ask safety_floor       | write_to_file | {"path":"@repo: .github/workflows/x.yml","content":"x"}
ask write_outside_repo | write_to_file | {"path":"@repo:/home/user/bin/ls","content":"x"}
allow write_scope      | write_to_file | {"path":"@repo:src/x.rs","content":"x"}
ask read_secret        | read_file     | {"path":"@repo:.env"}
ask safety_floor       | apply_patch   | {"command":"*** Begin Patch\n*** Add File: @repo:.git/hooks/x\n+x\n*** End Patch"}
ask safety_floor       | write_file    | {"file_path":".%67it/hooks/pre-commit","content":"x"}
ask safety_floor       | write_file    | {"file_path":"a/%2e%2e/%2Egit/hooks/pre-commit","content":"x"}
ask safety_floor       | write_file    | {"file_path":"@.%67it/hooks/pre-commit","content":"x"}
ask safety_floor       | write_file    | {"file_path":".mastiff%252etoml","content":"x"}
ask safety_floor       | replace       | {"file_path":"/repo/.%67it/config","old_string":"a","new_string":"b"}
ask write_outside_repo | write_file    | {"file_path":"/repo/x%2f..%2f..%2fhome%2fbin%2fls","content":"x"}
ask safety_floor       | write_file    | {"file_path":"a/..%2f.git/b%2f../../config","content":"x"}
ask safety_floor       | write_file    | {"file_path":"a/..%252f.git/b%2f../../config","content":"x"}
ask write_outside_repo | write_file    | {"file_path":"a/%2e%2e/%2e%2e/x","content":"x"}
allow write_scope      | write_file    | {"file_path":"a/b%20c/../x","content":"x"}
deny malformed_input   | run_shell_command | {"command":"ls","dir_path":"a%2f.."}
allow write_scope      | write_file    | {"file_path":"docs/100%25.md","content":"x"}
allow write_scope      | write_file    | {"file_path":"docs/my%20notes.md","content":"x"}
allow write_scope      | write_file    | {"file_path":"docs/50%off.md","content":"x"}
ask read_secret        | read_file     | {"file_path":".%65nv"}
ask read_secret        | read_file     | {"file_path":"/home/user/.%73sh/id_rs%61"}
ask write_outside_repo | Write         | {"file_path":"l/../../../home/bin/ls","content":"x"}
ask write_outside_repo | apply_patch   | {"command":"*** Begin Patch\n*** Add File: l/../../../home/bin/ls\n+x\n*** End Patch"}
allow write_scope      | Write         | {"file_path":"l/../x.rs","content":"x"}
allow write_scope      | Write         | {"file_path":"a/b/../x.rs","content":"x"}
deny malformed_input   | write_file   | {"file_path":"@~/.bashrc","content":"x"}
deny malformed_input   | Read         | {}
deny malformed_input   | Read         | {"file_path":7}
deny malformed_input   | Read         | {"file_path":null}
deny malformed_input   | Read         | "src/main.rs"
deny malformed_input   | Read         | {"file_path":"~/.ssh/id_rsa"}
allow read_only_tool   | Grep         | {"pattern":"password"}
ask read_secret        | Grep         | {"pattern":"password","output_mode":"content"}
allow read_only_tool   | Grep         | {"pattern":"password","output_mode":"content","path":"src"}
allow read_only_tool   | Grep         | {"pattern":"fn main","output_mode":"content"}
allow read_only_tool   | Grep         | {"pattern":"fn main","output_mode":"content","-C":3}
ask read_secret        | Grep         | {"pattern":"=","output_mode":"content","-C":9999}
ask read_secret        | Grep         | {"pattern":".","output_mode":"content"}
ask read_secret        | Grep         | {"pattern":"^","output_mode":"content","glob":"*"}
ask read_secret        | Grep         | {"pattern":"x","output_mode":"content","multiline":true}
allow read_only_tool   | Grep         | {"pattern":".","output_mode":"content","glob":"*.rs"}
allow read_only_tool   | Grep         | {"pattern":".","output_mode":"count"}
ask read_secret        | Grep         | {"pattern":".","output_mode":"all"}
ask read_secret        | search_file_content | {"pattern":"."}
ask read_secret        | grep_search  | {"query":".*"}
allow read_only_tool   | search_file_content | {"pattern":"fn main"}
ask read_secret        | search_file_content | {"pattern":".","output_mode":"count"}
ask read_secret        | grep_search  | {"pattern":".","names_only":true}
ask read_secret        | grep_search  | {"pattern":".","type":"rust"}
ask read_secret        | grep_search  | {"pattern":".","glob":"*.md"}
ask read_secret        | grep_search  | {"pattern":".","dir_path":"src"}
ask read_secret        | grep_search  | {"pattern":".","include_pattern":":!zzz"}
ask read_secret        | grep_search  | {"pattern":".","fixed_strings":true}
ask read_secret        | grep         | {"pattern":".","output_mode":"count"}
ask read_secret        | grep         | {"pattern":".","glob":"*.md"}
ask read_secret        | grep         | {"pattern":".","path":"src","directory":"."}
allow read_only_tool   | grep         | {"pattern":".","path":"src"}
ask read_secret        | search_files | {"regex":".","path":".","glob":"*.md"}
allow read_only_tool   | search_files | {"regex":".","path":".","file_pattern":"*.md"}
ask read_secret        | Grep         | {"pattern":".","output_mode":"content","include":"*.md"}
ask read_secret        | Grep         | {"pattern":".","output_mode":"content","directory":"src"}
ask delete             | execute_command | {"command":"ls # ; rm README.md"}
ask read_secret        | execute_command | {"command":"cat README.md # .env"}
ask delete             | run_in_terminal | {"command":"find src # -delete"}
ask delete             | execute_command | {"command":"echo $'\\'' # ; rm README.md"}
ask delete             | execute_command | {"command":"ls \\\n# ; rm README.md"}
ask misleading_text    | run_command  | {"command":"echo !!"}
allow read_only_command | execute_command | {"command":"ls # all files"}
ask misleading_text    | execute_command | {"command":"\"sh\"opt -s nullglob"}
ask misleading_text    | execute_command | {"command":"read\"\"only x=.env"}
allow read_only_command | Bash        | {"command":"ls # ; rm README.md"}
ask read_secret        | Grep         | {"pattern":".","output_mode":"content","glob":","}
ask read_secret        | Grep         | {"pattern":".","output_mode":"content","glob":",!zzz"}
ask read_secret        | Grep         | {"pattern":".","output_mode":"content","glob":" !zzz"}
ask read_secret        | Grep         | {"pattern":".","output_mode":"content","glob":"!x *","type":"md"}
ask read_secret        | Grep         | {"pattern":".","output_mode":"content","glob":"{*.md,.*}}"}
ask read_secret        | Grep         | {"pattern":".","output_mode":"content","glob":"}*"}
ask read_secret        | Grep         | {"pattern":".","output_mode":"content","glob":"\ufeff!zzz"}
ask read_secret        | Grep         | {"pattern":".","output_mode":"content","glob":"\ufeff"}
ask read_secret        | Grep         | {"pattern":".","output_mode":"content","glob":"*.md,.e*"}
allow read_only_tool   | Grep         | {"pattern":".","output_mode":"content","glob":"*.ts,*.tsx"}
allow read_only_tool   | Grep         | {"pattern":".","output_mode":"content","glob":"*.{ts,tsx}"}
ask read_secret        | grep_search  | {"pattern":"API_URL","-C":0}
ask read_secret        | search_codebase | {"queries":["foo","."]}
ask unknown_field      | search_codebase | {"queries":["foo","-uue."]}
ask unknown_field      | search_codebase | {"query":"-uue."}
allow read_only_tool   | search_codebase | {"queries":["parse","render"]}
deny malformed_input   | search_codebase | {"queries":[]}
ask delete             | Shell        | {"command":"ls # ; rm README.md"}
deny malformed_input   | search_files | {"pattern":"foobar","regex":".","path":"src"}
deny malformed_input   | grep_search  | {"pattern":"foobar","query":"."}
allow read_only_tool   | grep_search  | {"pattern":"foobar","query":"foobar"}
ask unknown_field      | grep_search  | {"pattern":"-vezzzz"}
ask unknown_field      | grep_search  | {"pattern":"-f.env"}
ask unknown_field      | search_file_content | {"pattern":"--no-index"}
allow read_only_tool   | grep_search  | {"pattern":"->foo"}
allow read_only_tool   | Grep         | {"pattern":"-vezzzz","output_mode":"content"}
ask read_secret        | grep_search  | {"pattern":"API_URL"}
ask read_secret        | search_file_content | {"pattern":"api_url=http"}
ask read_secret        | grep_search  | {"pattern":"API_URL","context":2}
allow read_only_tool   | grep_search  | {"pattern":"API_URL","context":1}
ask read_secret        | Grep         | {"pattern":"API_URL","output_mode":"content","-A":9,"-B":9}
allow read_only_tool   | Grep         | {"pattern":"fn main","output_mode":"content","-C":9}
allow read_only_tool   | grep_search  | {"pattern":"fn \\w+_path\\("}
allow read_only_tool   | Grep         | {"pattern":"API_URL","output_mode":"content"}
ask read_secret        | read_many_files | {"paths":["**/*"]}
ask read_secret        | read_many_files | {"paths":["."],"include":["*.md"]}
ask read_secret        | read_many_files | {"paths":["src/.."],"include":["*.md"]}
ask read_secret        | read_many_files | {"paths":["a/../"],"include":["*.md"]}
allow read_only_tool   | read_many_files | {"paths":["src","a"],"include":["*.md"]}
allow read_only_tool   | read_many_files | {"paths":["README.md","src/**/*.rs"]}
ask read_secret        | read_many_files | {"paths":["**"]}
ask read_secret        | read_many_files | {"paths":["."]}
ask read_secret        | read_many_files | {"paths":["/home/user"]}
ask read_secret        | read_files   | {"files":["./"]}
allow read_only_tool   | read_many_files | {"paths":["src/"]}
allow read_only_tool   | read_many_files | {"paths":["**/*.rs"]}
allow read_only_tool   | read_many_files | {"paths":["src/main.rs","a/b/c/d.rs"]}
allow read_only_tool   | Grep         | {"pattern":"/etc/shadow|\\.env","path":"src","glob":"*.rs"}
ask read_secret        | Grep         | {"pattern":".","path":".env"}
ask read_secret        | Grep         | {"pattern":".","glob":".env*"}
ask read_secret        | Grep         | {"pattern":".","glob":"**/*.pem"}
ask read_secret        | Grep         | {"pattern":".","path":"/home/user"}
deny malformed_input   | Grep         | {"path":"src"}
allow read_only_tool   | Grep         | {"pattern":"x","glob":["a"]}
deny malformed_input   | Grep         | {"pattern":"x","glob":[7]}
ask read_secret        | Grep         | {"pattern":".","glob":".env,.x"}
ask read_secret        | Grep         | {"pattern":".","glob":".x .env"}
ask read_secret        | Grep         | {"pattern":".","glob":"{.env,a}"}
ask read_secret        | Grep         | {"pattern":".","glob":".e?v"}
ask read_secret        | Grep         | {"pattern":".","glob":".en*"}
ask read_secret        | Grep         | {"pattern":".","glob":"*env"}
ask read_secret        | Grep         | {"pattern":".","glob":".*"}
ask read_secret        | Grep         | {"pattern":".","glob":"id_*"}
ask read_secret        | Grep         | {"pattern":".","glob":"*.p?m"}
ask read_secret        | Grep         | {"pattern":".","glob":"*.{env,pem}"}
ask read_secret        | Grep         | {"pattern":".","glob":"{a,{b,.env}}"}
ask read_secret        | Grep         | {"pattern":".","glob":"{/home/user/.ssh/*,a}"}
ask read_secret        | Grep         | {"pattern":".","glob":"!!.env"}
ask read_secret        | Grep         | {"pattern":".","glob":"@(.env)"}
ask read_secret        | Grep         | {"pattern":".","glob":"**/@(.env|x)"}
ask read_secret        | Grep         | {"pattern":".","glob":"?(a).env"}
ask read_secret        | Grep         | {"pattern":".","glob":"+(.|e|n|v)"}
ask read_secret        | Grep         | {"pattern":".","glob":"*(.e)nv"}
ask read_secret        | Grep         | {"pattern":".","glob":"!(a).env"}
ask read_secret        | Grep         | {"pattern":".","glob":".e!(x)"}
ask read_secret        | Grep         | {"pattern":".","glob":".(e|f)nv"}
ask read_secret        | Grep         | {"pattern":".","glob":".{e..f}nv"}
ask read_secret        | Grep         | {"pattern":".","glob":"[.]env"}
ask read_secret        | Grep         | {"pattern":".","glob":"**/.e*"}
ask read_secret        | Grep         | {"pattern":".","glob":"*.ts|.env"}
ask read_secret        | Grep         | {"pattern":".","glob":"(.env"}
ask read_secret        | Grep         | {"pattern":".","glob":"%2eenv"}
ask read_secret        | Grep         | {"pattern":".","glob":"**/.config/g?/hosts.yml"}
ask read_secret        | grep_search   | {"pattern":".","include_pattern":"@(.env)"}
ask read_secret        | read_many_files | {"include":["@(.env)"]}
ask read_secret        | read_many_files | {"paths":["@(.env)"]}
ask read_secret        | Grep         | {"pattern":".","path":"@(.env)"}
allow read_only_tool   | Grep         | {"pattern":".","glob":"*.@(ts|js)"}
allow read_only_tool   | Grep         | {"pattern":".","glob":"src/**/*.+(ts|tsx|js|jsx)"}
allow read_only_tool   | Grep         | {"pattern":".","glob":"!(node_modules)/**/*.ts"}
allow read_only_tool   | Grep         | {"pattern":".","glob":"app/(auth)/**/page.tsx"}
allow read_only_tool   | Grep         | {"pattern":".","glob":"test_{1..3}.py"}
allow read_only_tool   | Grep         | {"pattern":".","glob":".config/*"}
allow read_only_tool   | Read         | {"file_path":"app/(auth)/page.tsx"}
allow read_only_tool   | Grep         | {"pattern":".","glob":"*.ts"}
allow read_only_tool   | Grep         | {"pattern":".","glob":"**/*.go"}
allow read_only_tool   | Grep         | {"pattern":".","glob":"*.{ts,tsx}"}
allow read_only_tool   | Grep         | {"pattern":".","glob":"src/**"}
allow read_only_tool   | Grep         | {"pattern":".","glob":"*"}
allow read_only_tool   | Grep         | {"pattern":".","glob":"**"}
allow read_only_tool   | Grep         | {"pattern":".","glob":"*.json"}
allow read_only_tool   | Grep         | {"pattern":".","glob":"!*.test.ts"}
allow read_only_tool   | Grep         | {"pattern":".","glob":"!.env"}
allow read_only_tool   | Grep         | {"pattern":".","glob":"*.yml,*.yaml"}
ask read_secret        | read_many_files | {"paths":["src/main.rs"],"include":["/home/user/.ssh/*"]}
ask read_secret        | read_many_files | {"paths":["src/main.rs"],"include":"/home/user/**"}
ask read_secret        | read_many_files | {"paths":[".e*"]}
ask read_secret        | read_many_files | {"paths":["**/*.{key,ts}"]}
allow read_only_tool   | read_many_files | {"paths":["src/**/*.rs"],"include":["*.toml"],"exclude":["target/**"]}
allow read_only_tool   | Read         | {"file_path":"app/[id]/page.tsx"}
ask read_secret        | Glob         | {"pattern":"{src,/home/user}/**"}
allow read_only_tool   | Glob         | {"pattern":"**/*.py"}
allow read_only_tool   | Glob         | {"pattern":"src/**"}
ask read_secret        | Glob         | {"pattern":"/home/user/**"}
ask read_secret        | Glob         | {"pattern":"../**/*"}
deny malformed_input   | Glob         | {}
allow read_only_tool   | LS           | {"path":"/repo"}
allow write_scope      | Write        | {"file_path":"/repo/new.txt","content":""}
allow write_scope      | Write        | {"file_path":"new.txt","content":"x","description":"extra"}
ask unknown_field      | Write        | {"file_path":"new.txt","content":"x","note":"extra"}
deny malformed_input   | Write        | {"file_path":"/repo/new.txt"}
deny malformed_input   | Write        | {"content":"x"}
deny malformed_input   | Write        | {"file_path":["/repo/new.txt"],"content":"x"}
ask safety_floor       | Write        | {"file_path":"/repo/new.txt","path":"/repo/.git/config","content":"x"}
ask safety_floor       | Write        | {"file_path":"/repo/.github/workflows/x.yml","content":"x"}
ask write_outside_repo | Write        | {"file_path":"/repo/out/notes.txt","content":"x"}
deny malformed_input   | Write        | {"file_path":"~/.bashrc","content":"x"}
deny malformed_input   | Write        | {"file_path":"$HOME/.bashrc","content":"x"}
deny malformed_input   | Write        | {"file_path":"/repo/a\u0000/../../etc/passwd","content":"x"}
deny malformed_input   | Write        | {"file_path":"/repo/a\nb","content":"x"}
deny malformed_input   | Write        | {"file_path":"/repo/a ","content":"x"}
deny malformed_input   | Write        | {"file_path":"","content":"x"}
deny malformed_input   | Write        | {"file_path":"//server/share/x","content":"x"}
ask unresolved_path    | Write        | {"file_path":"C:\\Users\\x","content":"x"}
        ask unresolved_path    | Read         | {"file_path":"C:\\Users\\x"}
        deny malformed_input   | Read         | {"file_path":"src\\x"}
ask unresolved_path    | Write        | {"file_path":"c:/x","content":"x"}
deny malformed_input   | Write        | {"file_path":"file:///repo/x","content":"x"}
deny malformed_input   | Write        | {"file_path":"/repo/\u202etxt.exe","content":"x"}
allow write_scope      | Edit         | {"file_path":"/repo/src/main.rs","old_string":"a","new_string":"b"}
deny malformed_input   | Edit         | {"file_path":"/repo/src/main.rs","old_string":"a"}
ask safety_floor       | Edit         | {"file_path":"/repo/.env","old_string":"a","new_string":"b"}
allow write_scope      | MultiEdit    | {"file_path":"/repo/src/main.rs","edits":[{"old_string":"a","new_string":"b"}]}
ask safety_floor       | MultiEdit    | {"file_path":"/repo/src/main.rs","edits":[{"file_path":"/repo/.git/config"}]}
deny malformed_input   | MultiEdit    | {"file_path":"/repo/src/main.rs","edits":"x"}
allow write_scope      | NotebookEdit | {"notebook_path":"/repo/nb.ipynb","new_source":"1"}
ask safety_floor       | NotebookEdit | {"notebook_path":"/repo/.claude/x.ipynb","new_source":"1"}
allow read_only_tool   | str_replace_editor | {"command":"view","path":"/repo/src/main.rs"}
allow write_scope      | str_replace_editor | {"command":"create","path":"/repo/src/new.rs"}
ask delete             | delete_file  | {"path":"/repo/src/main.rs"}
allow read_only_tool   | WebSearch    | {"query":"x"}
ask web_fetch          | WebFetch     | {"url":"https://attacker.example/?q=1","prompt":"x"}
ask web_fetch          | WebFetch     | {"url":"http://127.0.0.1:8080/","prompt":"x"}
ask web_fetch          | WebFetch     | {"url":"file:///etc/passwd","prompt":"x"}
deny malformed_input   | WebFetch     | {"url":["https://docs.rs"],"prompt":"x"}
deny malformed_input   | WebFetch     | {}
allow talk_tool        | TodoWrite    | {"todos":[]}
allow talk_tool        | AskUserQuestion | {"questions":[]}
allow talk_tool        | Brief        | {"message":"x"}
allow talk_tool        | Brief        | {"message":"x","attachments":[]}
ask unknown_field      | Brief        | {"message":"x","attachments":["/home/user/.ssh/id_rsa"]}
ask unknown_field      | Brief        | {"message":"x","attachments":"/home/user/.ssh/id_rsa"}
allow sub_agent        | Agent        | {"description":"d","prompt":"p","subagent_type":"x","run_in_background":true}
allow sub_agent        | Task         | {"description":"d","prompt":"p","mode":"plan"}
ask agent_mode         | Agent        | {"prompt":"p","mode":"bypassPermissions"}
ask agent_mode         | Agent        | {"prompt":"p","mode":"acceptEdits"}
ask agent_mode         | Agent        | {"prompt":"p","mode":"dontAsk"}
ask agent_mode         | Agent        | {"prompt":"p","mode":"auto"}
deny malformed_input   | Agent        | {"prompt":"p","mode":true}
ask schedule_tool      | Agent        | {"prompt":"p","isolation":"worktree"}
ask schedule_tool      | CronCreate   | {"schedule":"* * * * *"}
ask schedule_tool      | EnterWorktree | {}
ask schedule_tool      | Workflow     | {}
ask schedule_tool      | RemoteTrigger | {}
ask schedule_tool      | Skill        | {"skill":"x"}
ask schedule_tool      | Monitor      | {"ws":{"url":"wss://x.example"}}
ask foreign_code       | PowerShell   | {"command":"Get-ChildItem"}
ask foreign_code       | REPL         | {"code":"1"}
ask foreign_code       | write_stdin  | {"chars":"ls\n"}
ask mcp_tool           | mcp__memory__read | {"q":1}
ask mcp_tool           | ReadMcpResource | {"server":"memory","uri":"x:y"}
ask unknown_tool       | Teleport     | {}
ask unknown_tool       | read_        | {"file_path":"x"}
ask unknown_tool       | bashX        | {"command":"ls"}
deny malformed_input   | Bash         | {}
deny malformed_input   | Bash         | {"command":["ls"]}
deny malformed_input   | Bash         | {"command":"ls","env":{"PATH":"/repo"}}
deny malformed_input   | Bash         | {"command":"ls","cmd":"rm x"}
deny malformed_input   | Bash         | {"command":"ls\u0000"}
deny malformed_input   | Bash         | {"command":"ls","workdir":"~"}
deny malformed_input   | Bash         | {"command":"ls","shell":"pwsh"}
allow shell_builtin    | Bash         | {"command":"pwd","timeout":5,"description":"x","run_in_background":false,"env":null}
ask unknown_field      | Bash         | {"command":"pwd","environmentVariables":{"PATH":"/repo"}}
ask unknown_field      | Bash         | {"command":"pwd","ENV":{"BASH_ENV":"x"}}
ask unknown_field      | Bash         | {"command":"pwd","wrapper":"sudo"}
ask unknown_field      | Bash         | {"command":"pwd","sandbox":"none"}
allow shell_builtin    | Bash         | {"command":"pwd","sandbox":true}
ask unsandboxed        | Bash         | {"command":"pwd","sandbox":false}
ask unknown_field      | Bash         | {"command":"pwd","_simulatedSedEdit":{"filePath":"/repo/.git/config","newContent":"x"}}
allow shell_builtin    | exec_command | {"cmd":"pwd","shell":"/usr/bin/bash"}
allow shell_builtin    | exec_command | {"cmd":"pwd","shell":"zsh"}
deny malformed_input   | exec_command | {"cmd":"pwd","shell":"./bash"}
deny malformed_input   | exec_command | {"cmd":"pwd","shell":"/repo/bin/bash"}
deny malformed_input   | exec_command | {"cmd":"pwd","shell":"/bin/../repo/bash"}
ask background         | run_in_terminal | {"command":"pwd","isBackground":true}
ask unknown_field      | Agent        | {"prompt":"p","dangerouslySkipPermissions":true}
ask unknown_field      | Agent        | {"prompt":"p","cwd":"/etc"}
ask unknown_field      | Agent        | {"prompt":"p","add_dirs":["/"]}
allow sub_agent        | Agent        | {"prompt":"p","model":"x","effort":"high","name":"n","team_name":"t"}
ask unknown_field      | edit_file    | {"path":"a.txt","new_path":".git/config"}
ask unknown_field      | MultiEdit    | {"file_path":"a.txt","changes":[{"file_path":".git/config"}]}
ask unknown_field      | MultiEdit    | {"file_path":"a.txt","edits":[{"old_string":"a","new_string":"b","target":".git/x"}]}
allow write_scope      | str_replace_based_edit_tool | {"command":"str_replace","path":"src/main.rs","old_str":"a","new_str":"b"}
ask unknown_field      | str_replace_based_edit_tool | {"command":"rename","path":"src/main.rs","new_path":".git/config"}
ask unknown_field      | str_replace_based_edit_tool | {"command":"delete","path":"src/main.rs"}
allow web_documentation | WebFetch    | {"url":"https://docs.rs/","prompt":"what does https://serde.rs say of it?"}
ask unknown_field      | fetch        | {"url":"https://docs.rs/","method":"POST","body":"x"}
ask unknown_field      | fetch        | {"url":"https://docs.rs/","save_to":".envrc"}
ask web_fetch          | WebFetch     | {"url":"http://docs.rs/","prompt":"x"}
allow web_documentation | web_fetch   | {"prompt":"sum up https://docs.rs/serde"}
deny malformed_input   | web_fetch    | {"prompt":"sum up https://docs.rs/serde and https://evil.example/?q=1"}
deny malformed_input   | web_fetch    | {"url":"https://docs.rs/","prompt":"and https://evil.example/?q=1"}
deny malformed_input   | fetch        | {"url":"https://docs.rs/","urls":["https://evil.example/"]}
allow web_documentation | fetch       | {"urls":["https://docs.rs/"]}
allow read_only_tool   | LSP          | {"operation":"goToDefinition","filePath":"src/main.rs","line":1,"character":2}
ask unknown_field      | LSP          | {"operation":"executeCommand","filePath":"src/main.rs"}
ask unknown_field      | LSP          | {"filePath":"src/main.rs"}
ask read_secret        | LSP          | {"operation":"hover","filePath":".env"}
allow read_only_command | run_commands | {"commands":["ls"]}
allow read_only_command+shell_builtin | run_commands | {"commands":["ls","pwd"]}
allow read_only_command | run_commands | {"commands":"ls"}
allow read_only_command | run_commands | {"commands":[{"command":"ls"}]}
allow read_only_command | run_commands | {"commands":[{"command":"ls","args":["-l","src"]}]}
allow read_only_command | run_commands | {"command":"ls"}
allow read_only_command | run_commands | {"cmd":"ls"}
allow read_only_command | run_commands | ["ls"]
allow read_only_command | run_commands | "ls"
ask delete             | run_commands | {"commands":["ls","rm src/main.rs"]}
ask delete             | run_commands | {"commands":["rm src/main.rs","ls"]}
ask delete             | run_commands | ["rm src/main.rs"]
ask delete             | run_commands | "rm src/main.rs"
ask delete             | run_commands | {"cmd":"rm src/main.rs"}
ask write_outside_repo | run_commands | {"commands":["cd src","touch ../x"],"timeout":5}
deny malformed_input   | run_commands | {"commands":["echo '","rm src/main.rs","'"]}
deny malformed_input   | run_commands | {"commands":["cat <<EOF","rm src/main.rs","EOF"]}
deny malformed_input   | run_commands | {"commands":["ls \\","rm src/main.rs"]}
deny malformed_input   | run_commands | {"commands":["ls",""]}
deny malformed_input   | run_commands | {"commands":["(ls","rm src/main.rs)"]}
deny malformed_input   | run_commands | {"commands":["ls"],"command":"rm src/main.rs"}
deny malformed_input   | run_commands | {"commands":[{"command":"ls","args":["$(rm x)"]}]}
deny malformed_input   | run_commands | {"commands":[{"command":"ls","env":{"A":"b"}}]}
deny malformed_input   | run_commands | {"commands":[["ls"]]}
deny malformed_input   | run_commands | {"commands":[]}
deny malformed_input   | run_commands | {"commands":["ls"],"env":{"PATH":"/repo"}}
deny malformed_input   | run_commands | {}
deny malformed_input   | run_commands | 7
ask unknown_field      | run_commands | {"commands":["ls"],"wrapper":"sudo"}
allow write_scope      | Write        | {"path":"a","file_text":"x"}
allow write_scope      | Write        | {"file_path":"a","old_string":"x","new_string":"y"}
allow write_scope      | Edit         | {"path":"a","old_str":"x","new_str":"y"}
deny malformed_input   | Edit         | {"path":"a","old_str":"x"}
allow write_scope      | Edit         | "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch"
ask safety_floor       | Edit         | "*** Begin Patch\n*** Add File: .git/x\n+x\n*** End Patch"
deny malformed_input   | Edit         | "rewrite it"
ask unknown_field      | Edit         | {"input":"*** Begin Patch\n*** Add File: a\n+x\n*** End Patch"}
allow write_scope      | write_code   | {"file_path":"a","edits":[{"old_string":"x","new_string":"y"}]}
ask safety_floor       | write_code   | {"file_path":"a","edits":[{"file_path":".git/config"}]}
ask read_secret        | fs_read      | {"operations":[{"mode":"Image","image_paths":[".env"]}]}
ask foreign_code       | write_bash   | {"input":"rm x"}
allow web_documentation | fetch_web_content | {"requests":[{"url":"https://docs.rs/","prompt":"x"}]}
ask web_fetch          | fetch_web_content | {"requests":[{"url":"https://evil.example/"}]}
deny malformed_input   | fetch_web_content | {"requests":[{"url":"https://docs.rs/"},{"url":"https://evil.example/"}]}
deny malformed_input   | fetch_web_content | {"requests":[{"url":"https://docs.rs/","method":"POST"}]}
deny malformed_input   | fetch_web_content | {"requests":["https://docs.rs/"]}
allow read_only_command | Execute     | {"command":"ls","riskLevel":"low","riskLevelReason":"lists","timeout":60}
ask unknown_field      | Execute      | {"command":"ls","riskLevel":"low","runAs":"root"}
allow read_only_command | bash        | {"command":"ls","description":"d","initial_wait":30,"mode":"sync"}
ask background         | bash         | {"command":"ls","mode":"async"}
ask background         | bash         | {"command":"ls","mode":"detached"}
ask unknown_field      | bash         | {"command":"ls","mode":"elsewhere"}
ask unknown_field      | bash         | {"command":"ls","mode":true}
ask unknown_field      | bash         | {"command":"ls","mode":"sync","shellId":"7"}
allow write_scope      | replace_in_file | {"path":"src/main.rs","diff":"------- SEARCH\na\n=======\nb\n+++++++ REPLACE","task_progress":"- [x] a"}
ask safety_floor       | replace_in_file | {"path":".env","diff":"x"}
ask safety_floor       | replace_in_file | {"path":"src/main.rs","file_path":".git/config","diff":"x"}
ask write_outside_repo | replace_in_file | {"path":"out/x","diff":"x"}
ask unknown_field      | replace_in_file | {"path":"src/main.rs","diff":"x","command":"x"}
deny malformed_input   | replace_in_file | {"path":"src/main.rs"}
deny malformed_input   | replace_in_file | {"diff":"x"}
ask unknown_field      | edit         | {"path":"src/main.rs","diff":"x"}
allow talk_tool        | ask_followup_question | {"question":"q","options":["a"]}
allow talk_tool        | plan_mode_respond | {"response":"r","needs_more_exploration":false}
allow talk_tool        | attempt_completion | {"result":"done"}
ask unknown_field      | attempt_completion | {"result":"done","command":"rm -rf src"}
allow write_scope      | edit         | {"path":"src/main.rs","before":"a","after":"b"}
ask safety_floor       | edit         | {"path":".git/config","before":"a","after":"b"}
allow read_only_tool   | tree         | {"path":"src","depth":2}
allow read_only_tool   | developer__tree | {"path":"."}
ask read_secret        | tree         | {"path":"/home/user/.ssh"}
ask unknown_field      | tree         | {"path":"src","output":".envrc"}
allow read_only_tool   | developer__analyze | {"path":"src/main.rs","focus":"main","follow_depth":2,"max_depth":3,"force":false}
ask read_secret        | developer__analyze | {"path":".env"}
deny malformed_input   | developer__analyze | {}
allow talk_tool        | todo__todo_write | {"content":"- a"}
ask unknown_tool       | todo__todo_send | {"content":"- a"}
allow read_only_tool   | list         | {"path":"/repo/src","ignore":["x"]}
ask read_secret        | list         | {"path":"/home/user/.ssh"}
allow write_scope      | patch        | {"patchText":"*** Begin Patch\n*** Add File: a\n+x\n*** End Patch"}
ask safety_floor       | patch        | {"patchText":"*** Begin Patch\n*** Add File: .git/x\n+x\n*** End Patch"}
allow write_scope      | multiedit    | {"filePath":"src/main.rs","edits":[{"filePath":"src/main.rs","oldString":"a","newString":"b","replaceAll":true}]}
ask safety_floor       | multiedit    | {"edits":[{"filePath":".git/config","oldString":"a","newString":"b"}]}
deny malformed_input   | multiedit    | {"edits":[]}
deny malformed_input   | apply_patch  | {"input":"rewrite everything"}
deny malformed_input   | apply_patch  | {}
"#;

#[test]
fn calls_are_judged() {
    let wrong: Vec<String> = TABLE
        .lines()
        .filter(|row| !row.is_empty())
        .filter_map(|row| {
            let [expected, name, input] = row.splitn(3, '|').map(str::trim).collect::<Vec<_>>()[..] else {
                panic!("{row}")
            };
            let got = verdict(name, input);
            (got != expected).then(|| format!("{row}\n    got {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A host that looks for a file that is not where it should be may find one that is protected.
const SOUGHT: &str = r#"
ask unresolved_path   | gemini | replace    | {"file_path":"workflows/ci.yml","old_string":"a","new_string":"b"}
ask unresolved_path   | gemini | replace    | {"file_path":"ci.yml","old_string":"a","new_string":"b"}
ask unresolved_path   | gemini | replace    | {"file_path":"@ci.yml","old_string":"a","new_string":"b"}
ask unresolved_path   | gemini | replace    | {"file_path":"ci.yml","path":"src/main.rs","old_string":"a","new_string":"b"}
ask unresolved_path   | qwen   | edit       | {"file_path":"settings.json","old_string":"a","new_string":"b"}
allow write_scope     | gemini | replace    | {"file_path":"src/main.rs","old_string":"a","new_string":"b"}
allow write_scope     | gemini | replace    | {"file_path":"@src/main.rs","old_string":"a","new_string":"b"}
allow write_scope     | gemini | replace    | {"file_path":"/repo/ci.yml","old_string":"","new_string":"b"}
allow write_scope     | gemini | write_file | {"file_path":"ci.yml","content":"b"}
allow write_scope     | claude | Edit       | {"file_path":"ci.yml","old_string":"a","new_string":"b"}
"#;

/// The directory of a shell call is judged in both readings, too.
#[test]
fn a_directory_behind_a_link_stops_where_readings_differ() {
    for (dir, expected) in
        [("l/../..", "ask"), ("l/../../../other", "ask"), ("a/b/..", "allow"), ("l", "allow")]
    {
        let verdict = verdict("Bash", &format!(r#"{{"command":"ls","workdir":"{dir}"}}"#));
        assert!(verdict.starts_with(expected), "{dir} {verdict}");
    }
}

#[test]
fn a_file_that_a_host_would_look_for_stops() {
    for row in SOUGHT.lines().filter(|row| !row.is_empty()) {
        let [expected, host, name, input] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let parsed = Json::parse(input.as_bytes()).expect(input);
        let tool = protocol::tool(Host::from_id(host), name, &parsed, &McpServer::default());
        assert_eq!(verdict_of(name, input, tool), expected, "{row}");
    }
}

#[test]
fn switches_beside_a_command_are_read() {
    let shell = |input: &str| match read("Bash", input) {
        Tool::Shell(shell) => shell,
        other => panic!("{input}: {other:?}"),
    };
    let plain = ShellCall { command: "ls".into(), ..ShellCall::default() };
    for input in [
        r#"{"command":"ls"}"#,
        r#"{"command":"ls","timeout":5,"description":"x","run_in_background":false,"dangerouslyDisableSandbox":false}"#,
        r#"{"command":"ls","brand_new":true,"rationale":"x"}"#,
    ] {
        assert_eq!(shell(input), plain, "{input}");
    }
    for input in
        [r#"{"command":"ls","run_in_background":true}"#, r#"{"command":"ls","run_in_background":"true"}"#]
    {
        assert!(shell(input).background, "{input}");
    }
    for input in [
        r#"{"command":"ls","dangerouslyDisableSandbox":true}"#,
        r#"{"command":"ls","dangerouslyDisableSandbox":"yes"}"#,
        r#"{"command":"ls","bypassPermissionChecks":1}"#,
        r#"{"command":"ls","isolateNetwork":false}"#,
        r#"{"command":"ls","sandbox_permissions":"require_escalated"}"#,
    ] {
        assert!(shell(input).unsandboxed, "{input}");
    }
    assert_eq!(shell(r#"{"command":"ls","workdir":"/etc"}"#).workdir.as_deref(), Some("/etc"));
    assert!(matches!(
        read("Monitor", r#"{"command":"ls"}"#),
        Tool::Shell(ShellCall { background: true, .. })
    ));
}

#[test]
fn names_of_mcp_tools_are_cut_where_it_is_certain() {
    let mcp = |name: &str, server: Option<&str>| {
        let server = McpServer { name: server.map(Into::into), source: None };
        match tool::read(name, &Json::Null, &server) {
            Tool::Mcp { server, tool, .. } => format!("{server}/{tool}"),
            other => format!("{other:?}"),
        }
    };
    assert_eq!(mcp("mcp__lab__echo", None), "lab/echo");
    assert_eq!(mcp("mcp__lab__echo", Some("lab")), "lab/echo");
    assert_eq!(mcp("mcp__my_lab__echo", Some("my lab")), "my lab/echo");
    assert_eq!(mcp("mcp__a__b__c", Some("a")), "a/b__c");
    assert_eq!(mcp("mcp__a__b__c", Some("a__b")), "a__b/c");
    // Two ways to cut it, another server than the name says, no tool: no rule about a server may match.
    assert_eq!(mcp("mcp__a__b__c", None), "/a__b__c");
    assert_eq!(mcp("mcp__lab__echo", Some("other")), "/lab__echo");
    assert_eq!(mcp("mcp__lab", None), "/lab");
    assert_eq!(mcp("mcp_lab_echo", Some("other")), "/lab_echo");
    assert_eq!(mcp("@a/b/c", None), "/a/b/c");
    assert_eq!(mcp("@a", None), "/a");
    assert_eq!(mcp("MCP:echo", None), "/echo");
    assert_eq!(mcp("MCP:lab__echo", Some("lab")), "/lab__echo");
    assert_eq!(mcp("mcp__lab__echo", Some("")), "/lab__echo");
    assert_eq!(mcp("mcp_lab_echo", None), "Unknown");
    assert_eq!(mcp("Teleport", None), "Unknown");
    assert_eq!(mcp("mcp_lab_echo", Some("lab")), "lab/echo");
    assert_eq!(mcp("@lab/echo", None), "lab/echo");
    // A server's tool is never one of the host, whatever its name.
    assert_eq!(mcp("TodoWrite", Some("lab")), "lab/TodoWrite");
    assert_eq!(mcp("Read", Some("")), "/Read");
}

fn paths(text: &str) -> Result<String, String> {
    let one = |c: &Change| format!("{}{}", if c.removes { "-" } else { "" }, c.path);
    patch::changes(text).map(|changes| changes.iter().map(one).collect::<Vec<_>>().join(" "))
}

#[test]
fn patches_name_their_files() {
    for (text, expected) in [
        ("*** Begin Patch\n*** Add File: a\n+*** Add File: no\n*** End Patch", "a"),
        ("*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** End Patch\n", "-a b"),
        (
            "*** Begin Patch\n*** Delete File: .env\n*** Update File: c\n@@ fn x\n ctx\n*** End of File\n*** End Patch",
            "-.env c",
        ),
        ("*** Begin Patch\n*** Update File: a\n@@\n x\n *** Delete File: b\n*** End Patch", "a -b"),
        ("--- a/src/x.rs\n+++ b/src/x.rs\n@@ -1 +1 @@\n-a\n+b\n", "src/x.rs a/src/x.rs b/src/x.rs"),
        ("--- /dev/null\n+++ b/new.rs\n@@ -0,0 +1 @@\n+b\n", "new.rs b/new.rs"),
        ("diff --git a/x b/y\nrename from x\nrename to y\n", "x a/x y b/y -x"),
        ("--- x.orig\t2026-01-01\n+++ x\t2026-01-01\n@@ -1 +1 @@\n", "x.orig x"),
        ("diff --git a/n b/n\nnew file mode 100755\nindex 0..e\n", "n a/n b/n"),
        ("diff --git a/my n b/my n\nnew file mode 100644\n", "my n a/my n b/my n"),
        ("diff --git a/n b/n\ndeleted file mode 100644\n", "-n -a/n -b/n"),
        ("--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", "-x -a/x"),
        ("--- x\n+++ x\t1970-01-01 00:00:00 +0000\n@@ -1 +0,0 @@\n-a\n", "-x"),
        ("--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n  --- y\n  +++ z\n", "x y z"),
        ("--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\nX- --- /dev/null\nX- +++ z\n", "x z"),
        ("--- x\n+++ x\n@@ -1,2 +1 @@\n *** note\n-a\n", "x"),
        ("--- x\n+++ x\n@@ -1 +1 @@\n *** Begin Patch\n *** Add File: y\n+x\n *** End Patch\n", "y x"),
        ("*** Begin Patch\r\n*** Add File: a\r\n+x\r\n*** End Patch\r\n", "a"),
        ("*** Begin Patch\n*** Update File: a\n@@\n-x\r\n+y\r\n*** End Patch\n", "a"),
        ("*** Begin Patch\n*** Add File: a \n+x\n*** End Patch", "a a "),
        ("*** Begin Patch\n*** Update File: a \n*** Move to: b\n@@\n-x\n+y\n*** End Patch\n", "-a -a  b"),
        ("--- a/x \n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", "x x  a/x a/x  b/x"),
        ("*** Begin Patch\n*** Add File: a\n+\u{feff}*** Add File: no\n+one\u{200b}two\n*** End Patch", "a"),
        ("*** Begin Patch\n*** Update File: a\n@@\n \u{feff}# title\u{a0}x\n-a\n+b\n*** End Patch", "a"),
        ("--- x\n+++ x\n@@ -1 +1 @@\n-a\u{a0}b\n+c\u{feff}\n", "x"),
        ("*** Begin Patch\n*** Update File: a\n@@\n--- $setup\n+one\u{c}two\n*** End Patch\n", "a"),
        ("*** Begin Patch\n*** Update File: a\n@@ -1 +1 @@\n--- b\n+++ c\n*** End Patch\n", "a b c"),
    ] {
        assert_eq!(paths(text).as_deref(), Ok(expected), "{text}");
    }
    for text in [
        "",
        "hello",
        "*** Begin Patch\n*** End Patch",
        "*** Begin Patch\n*** Add File:\n+x\n*** End Patch",
        "*** Begin Patch\n*** Rename File: x\n*** End Patch",
        "*** Begin Patch\n*** Add File: ~/x\n+x\n*** End Patch",
        "*** a.c\n--- b.c\n***************\n",
        "diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+/etc\n",
        "diff --git a/x b/x\nnew file mode 100644\nGIT binary patch\nliteral 1\n",
        "diff --git a/x b/x\nBinary files a/x and b/x differ\n",
        "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n",
        "diff --git a/x y b/z\n",
        "*** Begin Patch\n*** Add File: b\n+x\n*** End Patch\n--- /dev/null\n+++ b/c\n@@ -0,0 +1 @@\n+x\n",
        "*** Begin Patch\n*** Add File: b\n+x\r*** Add File: c\r+y\n*** End Patch",
        "*** Begin Patch\n*** Add File: b\n+x\u{2028}*** Add File: c\n*** End Patch",
        "*** Begin Patch\n*** Add File: b\n+x\u{b}  *** Add File: c\n*** End Patch",
        "*** Begin Patch\n*** Add File: b\n+x\u{85}--- c\n*** End Patch",
        "*** Begin Patch\n*** Add File: b\u{c}c\n*** End Patch",
        "*** Begin Patch\n*** Update File: \u{feff}.git/config\n@@\n-x\n+y\n*** End Patch",
        "*** Begin Patch\n*** Update File: .git\u{200b}/config\n@@\n-x\n+y\n*** End Patch",
        "*** Begin Patch\n*** Update File: b\u{feff}\n@@\n-x\n+y\n*** End Patch",
        "*** Begin Patch\n*** Update File: b\n@@\n-x\n+y\n\u{feff}*** Update File: .git/config\n*** End Patch",
        "*** Begin Patch\n*** Add File: b\n+x\n\u{1f}*** Add File: .git/config\n+y\n*** End Patch",
        "*** Begin Patch\n*** Add File: b\n+x\n***\u{a0}Add\u{a0}File: .git/config\n+y\n*** End Patch",
        "*** Begin Patch\n*** Add File: b\n+x\n**\u{200d}* Add File: .git/config\n+y\n*** End Patch",
        "*** Begin Patch\n*** Add File: b\n+x\n \u{2060}*** Delete File: c\n*** End Patch",
        "\u{feff}*** Begin Patch\n*** Add File: b\n+x\n*** End Patch",
        "*** Begin Patch\n*** Add File: b\n+x\n\u{200b}*** End Patch\n*** End Patch",
        "*** Begin Patch\n*** Add File: a\r\n+x\n*** End Patch\n",
        "--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n\u{feff}--- .git/config\n\u{feff}+++ .git/config\n@@ -1 +1 @@\n-a\n+b\n",
        "--- x\n+++ \u{feff}.git/config\n@@ -1 +1 @@\n-a\n+b\n",
        "--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n\u{200b}diff --git a/.git/config b/.git/config\n",
        "--- x\n+++ x\r\n@@ -1 +1 @@\n-a\n+b\n",
        "  *** x\n  --- y\n  ***************\n  *** 1 ****\n",
        "--- \"a/\\303\"\n+++ b/x\n",
    ] {
        assert!(paths(text).is_err(), "{text}");
    }
}

/// What a tool shows below a folder is also what links there lead to.
const LINKED: &str = r#"
ask read_secret        | read_many_files | {"paths":["linked/*"]}
ask read_secret        | read_many_files | {"paths":["linked/**/*.md"]}
ask read_secret        | read_many_files | {"paths":["linked"]}
ask read_secret        | read_many_files | {"include":["away/**"]}
ask read_secret        | search_file_content | {"pattern":".","dir_path":"linked"}
allow read_only_tool   | read_many_files | {"paths":["linked/*.rs"]}
allow read_only_tool   | read_many_files | {"paths":["inside/**"]}
allow read_only_tool   | search_file_content | {"pattern":"foo","dir_path":"linked"}
allow read_only_tool   | Grep            | {"pattern":".","path":"linked","output_mode":"content"}
"#;

#[test]
fn links_below_a_folder_are_followed() {
    let machine = machine()
        .file("/repo/linked/a.rs", "")
        .link("/repo/linked/notes.md", "../.env")
        .file("/repo/away/a.rs", "")
        .link("/repo/away/keys", "/home/user/.ssh")
        .file("/repo/inside/a.rs", "")
        .link("/repo/inside/b.rs", "../src/main.rs")
        .link("/repo/inside/all", "../src")
        .link("/repo/inside/again", "../inside");
    for row in LINKED.lines().filter(|row| !row.is_empty()) {
        let mut parts = row.splitn(3, '|').map(str::trim);
        let (expected, name, input) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let expected = expected.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(verdict_on(&machine, name, input, read(name, input)), expected, "{row}");
    }
}

#[test]
fn a_patch_is_judged_file_by_file() {
    let patch = |lines: &str| format!(r#"{{"command":"*** Begin Patch\n{lines}\n*** End Patch"}}"#);
    assert_eq!(verdict("apply_patch", &patch("*** Add File: a.txt\\n+x")), "allow write_scope");
    assert_eq!(
        verdict("apply_patch", &patch("*** Add File: a.txt\\n+x\\n*** Update File: .git/config")),
        "ask safety_floor"
    );
    assert_eq!(verdict("apply_patch", &patch("*** Add File: ../a.txt\\n+x")), "ask write_outside_repo");
    assert_eq!(verdict("apply_patch", &patch("*** Delete File: src/main.rs")), "ask delete");
    assert_eq!(verdict("apply_patch", &patch("*** Add File: a.txt \\n+x")), "allow write_scope");
    assert_eq!(verdict("apply_patch", &patch("*** Add File: .git/config \\n+x")), "ask safety_floor");
    assert_eq!(
        verdict("apply_patch", &patch("*** Add File: a.txt\\n+x\\n\u{feff}*** Add File: .git/config\\n+x")),
        "deny malformed_input"
    );
    let unified =
        |more: &str| format!(r#"{{"patch":"--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-hi\n+ho\n"{more}}}"#);
    for (more, expected) in [
        ("", "allow write_scope"),
        (r#","description":"x""#, "allow write_scope"),
        (r#","workdir":"src""#, "allow write_scope"),
        (r#","workdir":"/etc""#, "ask write_outside_repo"),
        (r#","cwd":"/etc""#, "ask write_outside_repo"),
        (r#","workdir":".git""#, "ask safety_floor"),
        (r#","path":".git""#, "ask safety_floor"),
        (r#","path":"a.txt""#, "allow write_scope"),
        (r#","strip":0"#, "ask unknown_field"),
    ] {
        assert_eq!(verdict("apply_diff", &unified(more)), expected, "{more}");
    }
}

/// Settings of git with a password in an address: a search for a word of it shows the line.
#[test]
fn words_of_addresses_in_searches_of_hosts() {
    for (login, word) in [("me:hunter2hunter2@", "ask"), ("", "allow")] {
        let config = format!("[remote \"origin\"]\n\turl = https://{login}github.com/o/r.git\n");
        for path in ["/repo/.git/config", "/repo/vendor/x/.git/config"] {
            let machine = machine().file(path, &config);
            for (name, input, expected) in [
                ("grep", r#"{"pattern":"github"}"#, word),
                ("rg", r#"{"pattern":"github"}"#, word),
                ("search_files", r#"{"path":".","regex":"github"}"#, word),
                ("search_file_content", r#"{"pattern":"github"}"#, word),
                ("grep", r#"{"pattern":"nosuch"}"#, "allow"),
                ("grep", r#"{"pattern":"github","path":"src"}"#, "allow"),
                ("Grep", r#"{"pattern":"github","output_mode":"content"}"#, "allow"),
            ] {
                let found = verdict_on(&machine, name, input, read(name, input));
                assert!(found.starts_with(expected), "{name} {input} {path}: {found}");
            }
        }
    }
}
