//! Servers of every trade, and builders of sites that can also serve.

use super::super::loaded::Load;
use super::super::spec::{Program, Style, Unread, custom, group, only_asks_for_help, parse, safe, stop};
use super::{build, check, install, lasting, loads, loads_for_help, network, publish, renamed, unread_code};
use crate::effect::Hazard;
use crate::effect::reading::{Invocation, Reading};
use crate::words::listed;

/// What serves, and what builds once unless it is told to serve.
pub const PROGRAMS: &[Program] = &[
    lasting(
        "http-server serve live-server browser-sync json-server air modd gow CompileDaemon watchexec bacon cargo-watch ptw pytest-watch \
         hypercorn daphne waitress-serve sidekiq unicorn honcho hivemind tensorboard mlflow gradio redis-server valkey-server \
         postgres mongod mysqld mariadbd minio memcached etcd sphinx-autobuild inotifywait inotifywatch fswatch supervisord",
    ),
    custom("nginx httpd apache2", web_server),
    // Besides the watcher there is a framework of that name, which loads the project.
    custom("reflex", |reading, call| loads_for_help(reading, call, &lasting("reflex"))),
    group(
        "caddy",
        "",
        &[
            safe("version list-modules build-info", "", ""),
            lasting("run start file-server reverse-proxy respond"),
            custom("validate adapt fmt reload stop trust untrust upgrade add-package", unread_code),
        ],
    ),
    group(
        "ollama",
        "-v",
        &[
            safe("list ls ps", "", "").rule("remote_read"),
            safe("show", "--modelfile --parameters --template --license", ":").rule("remote_read"),
            lasting("serve start run"),
            network("pull push signin signout"),
            install("create cp rm stop"),
        ],
    ),
    custom("hugo", hugo),
    custom("jekyll", |reading, call| loads(reading, call, &JEKYLL)).loads_unless_check(JEKYLL_LOADS),
    group(
        "mkdocs",
        "-q --quiet -v --verbose",
        &[
            build(
                "build",
                "-s --strict --no-strict -c --clean --dirty -q --quiet -v --verbose -f@ --config-file@ -d! --site-dir!",
                "",
            ),
            lasting("serve"),
            publish("gh-deploy"),
            install("new get-deps"),
        ],
    ).ends_alone(),
    group(
        "mdbook",
        "",
        &[
            build("build", "-d! --dest-dir!", "@"),
            check("test", "-d> --dest-dir> -L@ --library-path@ -c: --chapter:", "@"),
            lasting("serve watch"),
            install("init clean completions"),
        ],
    ).ends_alone(),
    group(
        "zola",
        "-c@ --config@ -r/ --root/",
        &[
            build("build", "-u: --base-url: -o! --output-dir! --drafts --minify -f --force", ""),
            network("check"),
            lasting("serve"),
            install("init"),
        ],
    ).ends_alone(),
    custom("hexo", |reading, call| loads(reading, call, &HEXO)).loads_unless_check(&[Load::above("node_modules/hexo")]),
    custom("sphinx-build", sphinx),
    build(
        "tailwindcss",
        "-c@ --config@ --content@ -i@ --input@ -m --minify --no-autoprefixer -o> --output> --optimize --map",
        "",
    ),
    custom("sass postcss fastapi django-admin", unread_code),
];

/// It serves, unless it is asked about itself or to look through its configuration once.
fn web_server(reading: &mut Reading<'_>, call: &Invocation) {
    const ASKS: &[&str] = &["-t", "-v", "-V", "-h", "-l", "-L", "-M", "-S"];
    let flags = if call.name == "nginx" { "-t -q -v -V -h" } else { "-t -v -V -h -l -L -M -S" };
    let is = |name: &str| call.args.iter().any(|arg| arg.value.prefix().starts_with(name));
    match parse(Style::Gnu, flags, &call.args) {
        Ok(parsed) if parsed.has(ASKS) => safe("", flags, "").read(reading, call),
        _ if only_asks_for_help(&call.args) => safe("", flags, "").read(reading, call),
        Err(unread) if is("-T") || is("-D") => reading.unread(&call.name, unread),
        Err(_) if is("-s") || is("-k") => {
            const TELLS: Program = stop(
                "",
                Hazard::Machine,
                "machine",
                "tells a server that is running to stop or to start anew",
            );
            TELLS.read(reading, call);
        }
        Ok(_) | Err(_) => lasting("").read(reading, call),
    }
}

/// The plugins of its Gemfile are loaded before its arguments are looked at, for `--version` too.
const JEKYLL_LOADS: &[Load] =
    &[Load::above("Gemfile gems.rb").unless(super::ruby::is_plain_gemfile), Load::above(".bundle/plugin")];

/// The Gemfile names plugins, which it loads whatever it is asked for.
const JEKYLL: Program = group(
    "jekyll",
    "",
    &[
        build(
            "build b",
            "-s@ --source@ -d! --destination! --config@ -D --drafts --future --trace --verbose -V --strict_front_matter -q --quiet --safe",
            "",
        ),
        check("doctor hyde", "--config@ -s@ --source@", ""),
        lasting("serve s server"),
        install("new new-theme import clean"),
    ],
);

/// Scripts and plugins of the site are loaded whatever it is asked for.
const HEXO: Program = group(
    "hexo",
    "--silent --debug --draft",
    &[
        build("generate g", "-c: --concurrency: -f --force -b --bail", ""),
        safe("list version", "", ":"),
        lasting("server s"),
        publish("deploy d"),
        install("new n init clean publish"),
    ],
);

/// What `-M` makes may also be `clean`, which empties the output, or go through a Makefile.
fn sphinx(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-a -b: -c@ -d> -E -j: -M: -n -N -q -Q -t: -T -v -W --keep-going --color --no-color";
    const MAKES: &str = "html dirhtml singlehtml text man xml pseudoxml json epub latex texinfo gettext doctest coverage dummy";
    if let Ok(parsed) = parse(Style::Gnu, FLAGS, &call.args) {
        let made =
            parsed.flags.iter().filter(|flag| flag.name == "-M").filter_map(|flag| flag.value.as_ref());
        for value in made.filter(|value| !value.text().is_some_and(|text| listed(MAKES, text))) {
            reading.unread(&call.name, Unread::value(value));
        }
    }
    build("sphinx-build", FLAGS, "@ >").read(reading, call);
}

/// Alone it builds; `server` serves.
fn hugo(reading: &mut Reading<'_>, call: &Invocation) {
    const BUILD: Program = build(
        "hugo",
        "-b: -c@ -d> -D -e@ -E -F -s/ -t@ --baseURL: --buildDrafts --buildExpired --buildFuture --config@ --contentDir@ --debug \
         --destination> --environment@ --gc --ignoreCache --logLevel: --minify --noBuildLock --panicOnWarning --printPathWarnings --quiet --source/ \
         --templateMetrics --theme@ --verbose",
        "",
    );
    const LISTS: Program = check("hugo", "-s/ --source/ --format:", ":");
    match call.args.split_first().map(|(first, rest)| (first.text(), rest)) {
        Some((Some("version" | "env"), rest)) => {
            safe("hugo", "", "").read(reading, &renamed(call, "hugo", rest))
        }
        Some((Some("list" | "config"), rest)) => LISTS.read(reading, &renamed(call, "hugo", rest)),
        Some((Some("server" | "serve"), _)) => lasting("hugo").read(reading, call),
        Some((Some(sub), _)) if !sub.starts_with('-') => unread_code(reading, call),
        Some(_) | None => BUILD.read(reading, call),
    }
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow hugo
        allow hugo --minify -d public
        ask   hugo -d /etc
        ask   hugo --cleanDestinationDir
        ask   hugo mod get -u
        ask   hugo server -D
        allow hugo version
        allow jekyll build
        stop  jekyll build -d /etc
        allow sphinx-build -b html docs build/html
        allow sphinx-build -M html docs build
        stop  sphinx-build -M clean docs src
        stop  sphinx-build -Mclean docs src
        stop  sphinx-build -M "$x" docs src
        ask   jekyll new x
        allow jekyll --version
        ask   jekyll --version; bash hello.sh
        ask   jekyll --help; bash hello.sh
        ask   hexo --help; bash hello.sh
        ask   django-admin --help
        allow sass --version
        allow mkdocs build --strict
        ask   mkdocs build -f /tmp/mkdocs.yml
        ask   mkdocs gh-deploy
        allow mdbook build
        ask   mdbook build /tmp/book
        allow zola build
        ask   zola check
        ask   hexo deploy
        allow sphinx-build -b html src out
        ask   sphinx-build -b html src /etc
        ask   sphinx-build -D extensions=x src out
        allow tailwindcss -i src/a.css -o out.css
        ask   tailwindcss -c /tmp/x.js
        allow ollama list
        ask   ollama run x
        ask   ollama rm x
        ask   nginx -s stop
        ask   nginx -c /tmp/x
        ask   nginx
        ask   nginx -q
        allow nginx -t
        allow nginx -tq
        allow nginx -v
        ask   nginx -T
        ask   nginx -t -c /tmp/x
        ask   nginx -t -g 'load_module x.so;'
        ask   sudo nginx -t
        ask   nginx -t extra
        ask   apache2 -k restart
        allow apache2 -t
        ask   httpd
        ask   caddy run
        allow caddy version
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        crate::effect::program::examples::run(EXAMPLES);
    }
}
