//! What `[[rule]]`, `[rules]`, `[[mcp]]` and `[web]` say about calls.

use super::*;
use crate::effect::{Effect, Finding, Place};
use crate::verdict::{Decision, Origin};

const RULES: &str = r#"
    [[rule]]
    name = "compose"
    decision = "allow"
    program = "docker"
    args = ["compose", ["ps", "logs"]]
    flags = ["-a", "--tail="]

    [[rule]]
    name = "pods"
    decision = "allow"
    program = ["kubectl", "oc"]
    args = ["get"]
    flags = ["-o", "-A"]
    operands = true

    [[rule]]
    name = "anything"
    decision = "allow"
    program = "mytool"
    flags = ["*"]
    operands = true

    [[rule]]
    name = "no_force"
    decision = "deny"
    program = "git"
    args = ["push"]
    flags = ["--force", "-f"]
    except_flags = ["--dry-run"]

    [[rule]]
    name = "no_apply"
    decision = "deny"
    program = ["terraform", "tofu"]
    args = [["apply", "destroy"]]
    reason = "the pipeline applies"

    [[rule]]
    name = "no_infra"
    decision = "deny"
    program = "*"
    paths = ["infra/prod"]
"#;

/// A decision and its rule, or `-`; then the command.
const TABLE: &str = "
    allow compose    docker compose ps
    allow compose    docker compose ps -a
    allow compose    docker compose logs --tail=5
    -                docker compose logs --tail 5
    -                docker compose logs web
    -                docker compose ps -a --format=json
    -                docker compose rm
    -                docker compose
    -                docker -H tcp://x compose ps
    -                docker
    -                docker-compose ps
    allow pods       kubectl get pods -A -o wide
    allow pods       oc get pods
    -                kubectl get pods --kubeconfig=/tmp/x
    -                kubectl delete pods
    -                kubectl -n x get pods
    ask no_infra     kubectl get $x
    ask no_infra     docker compose $x
    allow anything   mytool --whatever x
    deny no_force    git push --force
    deny no_force    git push origin main -f
    deny no_force    git push -uf origin main
    deny no_force    git push --forc
    deny no_force    git -C x push --force
    deny no_force    git --no-pager push --force=yes
    -                git push --dry-run --force
    -                git push
    -                git push --follow-tags
    -                git commit -f push
    -                git log --force
    ask no_force     git $x --force
    ask no_force     git push $x
    deny no_apply    terraform apply
    deny no_apply    tofu -chdir=x destroy
    deny no_apply    terraform -chdir x destroy
    -                terraform plan
    -                terraform plan apply
    -                terraform output destroy
    deny no_infra    rm -r infra/prod/db
    deny no_infra    cp x --target=infra/prod/x
    deny no_infra    cat src/../infra/prod/x
    deny no_infra    cat ./infra/prod/x
    deny no_infra    cat INFRA/prod
    ask no_infra     rm -rf infra
    ask no_infra     rm -rf .
    ask no_infra     rm -rf ./
    ask no_infra     ls $x
    -                ls src
    -                ls infra/production
    -                ls infra/staging
";

#[test]
fn rules_about_commands() {
    let policy = user(RULES);
    let mut wrong = Vec::new();
    for row in rows(TABLE) {
        let [expected, command] = row[..] else { panic!("two columns: {row:?}") };
        let got = policy
            .about_act(&act(command), &[])
            .map_or("-".into(), |hit| [hit.decision.word(), " ", &hit.rule].concat());
        if got != expected {
            wrong.push(alloc::format!("{command}: {got}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_hit_says_where_and_why() {
    let hit = user(RULES).about_act(&act("terraform apply"), &[]).unwrap();
    assert_eq!(hit.origin, Origin::Policy { file: "policy.toml".into(), line: 33 });
    assert_eq!(hit.because.as_deref(), Some("the pipeline applies"));
}

#[test]
fn the_strictest_rule_of_a_file_wins() {
    let rule = |name: &str, decision: &str, args: &str| {
        alloc::format!(
            "[[rule]]\nname = \"{name}\"\ndecision = \"{decision}\"\nprogram = \"x\"\nargs = {args}\n"
        )
    };
    for order in [["allow", "ask"], ["ask", "allow"]] {
        let policy = user(&[rule("a", order[0], "[\"y\"]"), rule("b", order[1], "[\"y\"]")].concat());
        assert_eq!(policy.about_act(&act("x y"), &[]).unwrap().decision, Decision::Ask);
    }
}

#[test]
fn an_allow_about_paths_needs_all_of_them() {
    let policy = user(
        "[[rule]]\nname = \"clean\"\ndecision = \"allow\"\nprogram = \"rm\"\nflags = [\"-r\", \"-f\", \"-rf\"]\n\
         operands = true\npaths = [\"build\", \"*.log\"]",
    );
    let about = |places: &[&str]| {
        let places: Vec<String> = places.iter().map(ToString::to_string).collect();
        policy
            .about_act_at(&act("rm -rf a b"), &places, &[])
            .is_some_and(|hit| hit.decision == Decision::Allow && hit.names_paths)
    };
    assert!(about(&["build/x", "build"]));
    assert!(about(&["a.log"]));
    for stray in ["src/x", "/etc/build", "buildings", "sub/a.log", "/repo/build", "BUILD"] {
        assert!(!about(&["build/x", stray]), "{stray}");
    }
    assert!(!about(&[]), "no known path proves nothing");
    assert_eq!(policy.about_act(&act("rm -rf build"), &[]), None, "paths that nobody resolved prove nothing");
}

#[test]
fn a_deny_about_paths_sees_what_was_read() {
    let policy =
        user("[[rule]]\nname = \"keep\"\ndecision = \"deny\"\nprogram = \"tar\"\npaths = [\"/srv/data\"]");
    let mut unpack = act("tar xf a.tar");
    assert_eq!(policy.about_act(&unpack, &[]), None);
    unpack.findings.push(Finding {
        effect: Effect::Write { place: Place::new("/srv/x", "../data/y"), deep: true },
        rule: "write_scope".into(),
        message: String::new(),
        instead: None,
        span: Span::default(),
    });
    assert_eq!(policy.about_act(&unpack, &[]).unwrap().decision, Decision::Deny);
    assert_eq!(
        policy.about_act_at(&act("tar x"), &["/srv/data/z".into()], &[]).unwrap().decision,
        Decision::Deny
    );
}

#[test]
fn built_in_rules_change() {
    let policy = user(
        "[rules]\nbuild_command = \"ask\"\ndelete = \"allow\"\ngit_commit_amend = \"allow\"\nunknown_command = \"deny\"",
    );
    let word = |id: &str| policy.about_rule(id).map_or("-", |hit| hit.decision.word());
    assert_eq!(
        ["build_command", "delete", "git_commit_amend", "unknown_command", "network"].map(word),
        ["ask", "allow", "allow", "deny", "-"]
    );
}

/// decision, server, source, tool
const MCP: &str = "
    allow  tracker   user      get_issue
    allow  tracker   -         search
    allow  tracker   plugin    search
    -      tracker   project   search
    -      tracker   agent     search
    -      tracker   dynamic   search
    -      tracker   unheard   search
    -      tracker   claimed   search
    allow  tracker   local     search
    deny   tracker   claimed   get_secret
    -      ours      claimed   run
    -      tracker   user      delete_issue
    -      tracker2  user      search
    deny   tracker   user      get_secret
    allow  ours      project   run
    -      ours      user      run
    -      ours      -         run
    ask    evil/x    -         anything
";

#[test]
fn mcp_tools() {
    let policy = user(
        r#"
        [[mcp]]
        server = "tracker"
        tools = ["get_*", "search"]
        decision = "allow"
        [[mcp]]
        server = "*"
        tools = ["*secret*"]
        decision = "deny"
        [[mcp]]
        server = "ours"
        source = "project"
        tools = ["run"]
        decision = "allow"
        [[mcp]]
        server = "evil/*"
        source = "user"
        tools = ["*"]
        decision = "ask"
        "#,
    );
    for row in rows(MCP) {
        let [expected, server, source, tool] = row[..] else { panic!("four columns: {row:?}") };
        // `claimed`: the host says nothing, and a file of the project may name the server.
        let claimed = || source == "claimed";
        let from = (!matches!(source, "-" | "claimed")).then_some(source);
        let got = policy.about_mcp(server, from, tool, &claimed).map_or("-", |hit| hit.decision.word());
        assert_eq!(got, expected, "{row:?}");
    }
    assert_eq!(Policy::default().about_mcp("a", None, "b", &|| false), None);
}

/// decision and rule, host
const WEB: &str = "
    allow web_documentation  docs.rs
    allow web_documentation  DOCS.RS.
    allow web.allow          wiki.example.com
    allow web.allow          a.b.example.org
    deny web.deny            bad.example.org
    ask web_fetch            example.org
    ask web_fetch            wiki.example.com.evil.example
    ask web_fetch            xwiki.example.com
    ask web_fetch            docs.rs.evil.example
    ask web_fetch            xdocs.rs
    -                        docs.rs:8080
    -                        docs.rs@evil.example
    -                        dоcs.rs
    -                        docs%2ers
";

#[test]
fn web_hosts() {
    let policy = user(
        "[web]\ndefault = \"ask\"\nallow = [\"Wiki.Example.com\", \"*.example.org\"]\ndeny = [\"bad.example.org\"]",
    );
    for row in rows(WEB) {
        let [expected, host] = row[..] else { panic!("two columns: {row:?}") };
        let got =
            policy.about_web(host).map_or("-".into(), |hit| [hit.decision.word(), " ", &hit.rule].concat());
        assert_eq!(got, expected, "{host}");
    }
    let word = |policy: &Policy, host: &str| policy.about_web(host).map_or("-", |hit| hit.decision.word());
    assert_eq!(word(&Policy::default(), "x.example"), "-");
    assert_eq!(word(&user("[web]\ndefault = \"allow\""), "x.example"), "allow");
    assert_eq!(
        word(&user("[web]\ndefault = \"allow\""), "x.example:99"),
        "-",
        "what is no host name is not allowed"
    );
    assert_eq!(word(&user("[web]\ndocumentation = false"), "docs.rs"), "-");
    assert_eq!(word(&user("[web]\ndefault = \"deny\""), "docs.rs"), "allow");
}

#[test]
fn paths() {
    let policy = user(
        "write_scope = [\"src\", \"docs/*.md\"]\nread_scope = [\"/usr\", \"~/.cargo\"]\nscratch = [\"/tmp\", \"~/.cache/x\"]\n\
         [floor]\nextra = [\"infra\", \"*.tfstate\", \"~/keys\"]",
    );
    for (path, held) in [
        ("src/a.rs", true),
        ("docs/a.md", true),
        ("docs/a/b.md", false),
        ("lib/src/a", false),
        ("srcs", false),
    ] {
        assert_eq!(policy.in_write_scope(path), held, "{path}");
    }
    for (path, held) in
        [("/usr/share/x", true), ("/home/user/.cargo/x", true), ("/home/user/.ssh", false), ("/usrx", false)]
    {
        assert_eq!(policy.may_read_outside(path), held, "{path}");
    }
    for (path, held) in
        [("/tmp/x", true), ("/tmpx", false), ("/home/user/.cache/x/y", true), ("/home/user/.cache", false)]
    {
        assert_eq!(policy.in_scratch(path), held, "{path}");
    }
    for (path, held) in [
        ("infra/a", true),
        ("a/Infra/b", true),
        ("a/x.tfstate", true),
        ("/home/user/keys/k", true),
        ("infra2", false),
    ] {
        assert_eq!(policy.extra_floor(path), held, "{path}");
    }
    assert!(policy.extra_floor_below("."));
    let wide = user("scratch = [\"/home/user\"]");
    assert!(!wide.in_scratch("/home/user/x"), "a home is no scratch directory");
    let idle = |text: &str| user(text).idle().into_iter().map(|found| found.message).collect::<Vec<_>>();
    assert!(
        idle("scratch = [\"/data\", \"/home/user\"]")
            .concat()
            .starts_with("`scratch` entry `/home/user` has no")
    );
    assert!(idle("scratch = [\"/data\", \"~/.cache/x\"]").is_empty());
    let default = Policy::default();
    assert!(
        default.in_write_scope("a/b")
            && default.may_read_outside("/x")
            && !default.in_scratch("/tmp/x")
            && !default.extra_floor("infra")
    );
}

#[test]
fn ten_thousand_rules_are_found_by_program() {
    let mut text = String::new();
    for n in 0..10_000 {
        text += &alloc::format!(
            "[[rule]]\nname = \"r{n}\"\ndecision = \"deny\"\nprogram = \"tool{n}\"\nargs = [\"go\"]\n"
        );
    }
    let layer = layer(&text);
    assert_eq!(layer.rule.about("tool77").count(), 1);
    assert_eq!(layer.rule.about("ls").count(), 0);
    let policy = Policy::layered(None, Some(layer), None).unwrap();
    assert_eq!(policy.about_act(&act("tool9999 go"), &[]).unwrap().rule, "r9999");
}
