//! Servers and watchers: known programs in the shapes in which they run on until somebody stops them.
//!
//! A shape only adds a stop that says why; what else the call does is read as ever.

use super::super::Hazard;
use super::super::reading::{Invocation, Reading};
use super::spec::{Parsed, Program, Style, only_asks_for_help, parse};
use crate::words::{Sieve, listed, sieve};
use alloc::format;

/// How a call that runs on looks.
enum Sign {
    /// Whatever its arguments.
    Always,
    /// Its first argument is one of these.
    First(&'static str),
    /// One of these is among its arguments.
    Any(&'static str),
    /// `-m` and one of these.
    Module(&'static str),
}

/// Names, their sign, and what ends by itself.
struct Shape(&'static str, Sign, Option<&'static str>);

use Sign::{Always, Any, First, Module};

const SHAPES: &[Shape] = &[
    Shape("tsc tsgo vue-tsc", Any("-w --watch"), Some("`tsc --noEmit` checks once")),
    Shape("jest", Any("--watch --watchAll"), Some("`jest` runs once")),
    Shape("vitest", Any("-w --watch --ui"), Some("`vitest run` runs once")),
    Shape("mocha ava", Any("-w --watch"), None),
    Shape("webpack webpack-cli rollup babel swc tsup tsdown", Any("-w --watch"), None),
    Shape("esbuild", Any("--watch --watch=forever --serve"), None),
    Shape("eslint prettier stylelint biome ruff mypy pyright svelte-check", Any("-w --watch"), None),
    Shape("node bun deno tsx", Any("--watch --hot"), None),
    Shape("nodemon ts-node-dev", Always, None),
    Shape(
        "python python3 py",
        Module("http.server flask uvicorn gunicorn hypercorn streamlit jupyter notebook celery pyftpdlib"),
        None,
    ),
    Shape("python python3 py", Any("runserver"), None),
    Shape("flask", First("run"), None),
    Shape(
        "uvicorn gunicorn hypercorn daphne waitress-serve streamlit gradio tensorboard mlflow celery",
        Always,
        None,
    ),
    Shape("fastapi", First("dev run"), None),
    Shape("django-admin", First("runserver"), None),
    Shape("jupyter", First("notebook lab server console qtconsole"), None),
    Shape("rails", First("s server c console"), None),
    Shape("puma unicorn sidekiq foreman overmind honcho hivemind guard", Always, None),
    Shape("php", First("-S"), None),
    Shape("php", Any("serve queue:work queue:listen horizon schedule:work"), None),
    Shape("cargo", First("watch"), Some("`cargo check` or `cargo test` runs once")),
    Shape("dotnet", First("watch"), Some("`dotnet build` or `dotnet test` runs once")),
    Shape("mix", First("phx.server"), None),
    Shape("mvn mvnw", Any("spring-boot:run jetty:run quarkus:dev"), None),
    Shape("gradle gradlew", Any("bootRun run --continuous -t"), None),
    Shape("watch", Always, None),
    Shape("sleep gsleep", Any("inf infinity"), None),
    Shape("wrangler vercel netlify", First("dev"), None),
    Shape("firebase", First("serve emulators:start"), None),
    Shape(
        "air reflex modd gow CompileDaemon watchexec bacon cargo-watch",
        Always,
        Some("`go build ./...` or `cargo check` runs once"),
    ),
    Shape("ptw pytest-watch", Always, Some("`pytest` runs once")),
    Shape("hugo", First("server serve"), Some("`hugo` builds once")),
    Shape("sass tailwindcss postcss", Any("-w --watch"), None),
];

static SIEVE: Sieve<64> = sieve!(SHAPES, 0);

/// Adds the stop if `call` has one of the shapes.
pub fn note(reading: &mut Reading<'_>, call: &Invocation) {
    if !SIEVE.may_hold(&call.name) || only_asks_for_help(&call.args) {
        return;
    }
    let of_name = SHAPES.iter().filter(|shape| listed(shape.0, &call.name));
    if let Some(Shape(_, _, instead)) = of_name.into_iter().find(|shape| shows(&shape.1, call)) {
        runs_on(reading, call, *instead);
    }
}

fn shows(sign: &Sign, call: &Invocation) -> bool {
    // skipped: it only adds to what the description says of a word that is not known.
    let mut words = call.args.iter().map(|arg| arg.text().unwrap_or(""));
    match sign {
        Always => true,
        First(list) => words.next().is_some_and(|word| listed(list, word)),
        Any(list) => words.any(|word| listed(list, word)),
        Module(list) => {
            let mut behind = words.skip_while(|word| *word != "-m").skip(1);
            behind.next().is_some_and(|module| listed(list, module))
        }
    }
}

/// The stop itself.
pub fn runs_on(reading: &mut Reading<'_>, call: &Invocation, instead: Option<&str>) {
    let message = format!("`{}` runs on until somebody stops it", call.name);
    reading.hazard(Hazard::Lasting, "lasting", message, instead, call.span);
}

/// Reads `program` unless its flags say that it runs on.
pub fn unless(
    reading: &mut Reading<'_>,
    call: &Invocation,
    program: &Program,
    goes_on: impl Fn(&Parsed<'_>) -> bool,
    instead: &str,
) {
    match parse(Style::Gnu, program.flags, &call.args) {
        Ok(parsed) if goes_on(&parsed) && !only_asks_for_help(&call.args) => {
            runs_on(reading, call, Some(instead));
        }
        Ok(_) | Err(_) => program.read(reading, call),
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples;

    /// Everything here stops, and says that it runs on.
    const LASTING: &str = "
        tail -f x.log
        tail -n 5 -F x.log
        tail -fn 5 x.log
        tail --follow=name x.log
        tsc -w
        tsc --noEmit --watch
        jest --watch
        vitest --watch
        vitest watch
        vitest dev
        webpack --watch
        webpack serve
        esbuild src/app.js --watch
        nodemon src/app.js
        node --watch src/app.js
        python -m http.server
        python3 -m http.server 8000
        python manage.py runserver
        flask run
        uvicorn app:app
        gunicorn app:app
        streamlit run app.py
        celery -A x worker
        rails s
        rails server
        php -S localhost:8000
        php artisan serve
        cargo watch -x test
        dotnet watch
        mix phx.server
        mvn spring-boot:run
        gradle bootRun
        watch ls
        sleep infinity
        vite
        vite dev
        next dev
        ng serve
        gatsby develop
        astro dev
        nuxt dev
        react-scripts start
        storybook dev
        hugo server
        jekyll serve
        mkdocs serve
        mdbook serve
        zola serve
        http-server
        serve -s build
        live-server
        air
        ptw
        bacon
        wrangler dev
        netlify dev
        npm start
        npm run dev
        npm run serve
        npm run watch
        yarn dev
        pnpm dev
        docker compose up
        docker logs -f web
        journalctl -f
        journalctl -fu web
        dmesg -w
        yes
        redis-server
        nginx
        caddy run
        ollama serve
        inotifywait -m .
        fswatch .";

    /// Look-alikes that end by themselves.
    const ENDING: &str = "
        tail -n 5 x-f.log
        tail -c 5 x.log
        tsc --noEmit
        jest --watchAll=false
        vitest run
        vitest run --reporter=dot
        webpack
        esbuild src/app.js --outfile=out.js
        python -m pytest
        gunicorn --version
        cargo check
        dotnet build
        sleep 5
        vite build
        next build
        ng build
        jekyll build
        mkdocs build
        mdbook build
        mdbook test
        zola build
        hugo
        journalctl -n 50
        dmesg -T
        uvicorn --version";

    /// Whatever stands in backquotes must pass.
    #[test]
    fn alternatives_pass() {
        for command in super::SHAPES.iter().filter_map(|shape| shape.2).flat_map(crate::advice::commands) {
            let got = examples::judge(command);
            assert!(got.starts_with("allow "), "{command}: {got}");
        }
    }

    #[test]
    fn what_runs_on_says_so() {
        for line in LASTING.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let got = examples::judge(line);
            assert!(got.starts_with("ask lasting: "), "{line}: {got}");
        }
        for line in ENDING.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let got = examples::judge(line);
            assert!(got.starts_with("allow "), "{line}: {got}");
        }
    }
}
