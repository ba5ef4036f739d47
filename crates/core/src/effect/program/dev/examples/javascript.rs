use crate::effect::program::examples::{machine, run, run_on};

#[test]
fn test_runners() {
    run("
        allow jest
        allow jest src/app.test.ts --coverage -t 'adds numbers'
        allow jest --testPathPattern='shares' --no-coverage --watchAll=false 2>&1 | tail -20
        allow jest --config jest.config.js --maxWorkers=2 -u
        allow ./node_modules/.bin/jest --ci
        allow vitest run
        allow vitest run src/a.test.ts --reporter=verbose
        allow vitest --run -t name
        allow mocha --require ./test/setup.js 'test/**/*.spec.js'
        allow ava --fail-fast
        allow playwright test tests/a.spec.ts --grep '6.1' --timeout 60000
        allow cypress run --spec cypress/e2e/a.cy.ts
        allow CI=1 NODE_ENV=test jest
        allow node --test
        allow node --test --test-name-pattern=x test/a.test.js
        allow node --test --max-old-space-size=4096 test/a.test.js
        ask   node evil.js --test
        ask   node --no-warnings evil.js --test
        ask   node --max-old-space-size evil.js --test
        ask   node --test test/a.test.js --import=/tmp/x.mjs
        ask   node --test -
        ask   node -- evil.js --test
        ask   jest --config=/tmp/x.js
        ask   jest --globalSetup=/tmp/x.js
        ask   jest --watch
        ask   jest --watchAll
        ask   jest --reporters=/tmp/r.js
        ask   jest --rootDir=../other
        ask   jest --outputFile=/etc/x --json
        ask   jest --coverageDirectory=/home/user/.ssh
        ask   vitest watch
        ask   vitest --ui
        ask   vitest run --config /tmp/v.ts
        ask   vitest run --root /tmp/evil
        ask   mocha -r /tmp/x.js
        ask   mocha --reporter /tmp/r.js
        ask   mocha file:///tmp/x.mjs
        ask   playwright install
        ask   playwright codegen
        ask   playwright test -c /tmp/p.config.ts
        ask   cypress open
        ask   NODE_OPTIONS=--require=/tmp/x.js jest
        ask   NODE_PATH=/tmp jest
        ask   node --test /tmp/x.test.js
        ask   node --test --import /tmp/x.mjs
        ask   node --test --experimental-loader ./x.mjs
        ask   cd /tmp/evil && jest
    ");
}

#[test]
fn linters_formatters_and_compilers() {
    run("
        allow eslint .
        allow eslint --fix src --ext .ts,.tsx --max-warnings 0
        allow eslint -f json src/app.js | head
        allow oxlint --fix src
        allow biome check --write src/app.js
        allow biome format .
        allow prettier --check .
        allow prettier --write src/app.js
        allow prettier --config .prettierrc src/app.js
        allow tsc --noEmit
        allow tsc --noEmit -p packages/core/tsconfig.json
        allow tsc --build
        allow tsc --outDir dist
        allow vue-tsc --noEmit
        allow stylelint 'src/**/*.css' --fix
        allow knip
        allow markdownlint-cli2 README.md
        allow commitlint --from HEAD~1
        allow vite build
        allow webpack --mode production
        allow esbuild src/app.js --bundle --outfile=dist/app.js
        allow next build
        allow turbo run test lint --filter=web
        allow turbo test -- --run
        allow nx test app
        allow nx run-many -t test,lint
        allow nx run app:test
        allow lerna run test
        allow node --check src/app.js
        allow node -c src/app.js
        ask   node evil.js --check
        ask   node evil.js -c
        ask   node . --check
        ask   node - --check <<< 'require(\"fs\").rmSync(\"a\")'
        ask   echo x | node - -c
        ask   node --check - <<< 'x'
        ask   node --check <<< 'x'
        ask   node --check src/app.js src/app.js
        ask   node --check src/app.js -r ./x.js
        ask   node /tmp/x.js -c
        ask   env node evil.js --check
        allow node --version
        ask   node evil.js --version
        ask   node evil.js -h
        allow tsc --version
        ask   eslint --resolve-plugins-relative-to /tmp .
        ask   eslint --rulesdir ./rules .
        ask   eslint -o /home/user/.bashrc .
        ask   eslint -f /tmp/formatter.js .
        ask   eslint --config /tmp/e.js .
        ask   eslint --fix .github/workflows
        ask   eslint --fix ../other
        ask   biome check --write /etc
        ask   biome check --config-path /tmp .
        ask   prettier --config /tmp/evil.js src/app.js
        ask   prettier --plugin=/tmp/evil.js --write .
        ask   prettier --write .github/workflows/ci.yml
        ask   prettier --write .claude/settings.json
        ask   prettier --write /etc/hosts
        ask   prettier --write link-to-etc/hosts
        ask   tsc -p /tmp/evil
        ask   tsc --outDir /etc
        ask   tsc --plugins x
        ask   tsc @/tmp/args
        ask   tsc --watch
        ask   tsc -w
        ask   tsc /tmp/x.ts
        ask   vite
        ask   vite dev
        ask   vite build --outDir /etc/x
        ask   webpack serve
        ask   webpack --config /tmp/w.js
        ask   next dev
        ask   turbo run deploy
        ask   turbo run dev
        ask   turbo login
        ask   nx serve app
        ask   nx run app:deploy
        ask   nx run-many -t deploy
        ask   nx release
        ask   lerna publish
        ask   lerna run release
        ask   node src/app.js
        allow node -e 'console.log(1)'
        ask   node -e 'fs.rmSync(1)'
        ask   node -e 'require(x)'
        allow node -p 1
        ask   node
        ask   tsx src/app.ts
    ");
}

/// `npm help` opens its pages with what `.npmrc` names.
#[test]
fn a_viewer_of_the_project() {
    for (npmrc, word) in [
        ("viewer=browser\nbrowser=./x\n", "ask"),
        ("browser = ./x\n", "ask"),
        ("\"view\\u0065r\"=browser\n", "ask"),
        ("${X}=browser\n", "ask"),
        ("save-exact=true\n//registry.npmjs.org/:_authToken=${NPM_TOKEN}\n", "allow"),
    ] {
        let machine = machine().file("/repo/.npmrc", npmrc);
        let rows = "WORD npm help install\nWORD cd src && npm help install\nWORD npm help-search x\nallow npm help\nallow npm ls";
        run_on(&machine, &rows.replace("WORD", word));
    }
}

#[test]
fn package_managers() {
    run("
        allow npm test
        allow npm help install
        allow npm t
        allow npm run test
        allow npm run lint
        allow npm run lint --silent
        allow npm test -- --testPathPattern=shares --detectOpenHandles
        allow npm run -s test -- -t name
        allow npm --prefix web run fmt
        allow npm run test -w @x/core
        allow npm run build
        allow npm ls --depth=0
        allow npm explain jest
        allow npm config get registry
        ask   npm config get //registry.npmjs.org/:_authToken
        ask   npm config get
        ask   npm config list
        ask   npm config ls -l
        ask   pnpm config get registry
        ask   pnpm config get //registry.npmjs.org/:_authToken
        ask   pnpm config list
        allow yarn config get nodeLinker
        ask   yarn config get npmAuthToken
        ask   yarn config get $KEY
        ask   yarn config list
        ask   yarn config
        allow npm --version
        allow npm run
        allow npm run --json
        ask   npm run -- deploy
        ask   npm run -s -- deploy
        ask   npm run-script -- deploy
        ask   npm -s run -- deploy
        ask   npm -- run test -w x
        ask   pnpm run -- deploy
        ask   yarn run -- deploy
        ask   bun run -- deploy
        ask   npm run -sws x test
        ask   npm -C web test -C ../evil
        ask   npm -w x test -C ../../evil
        ask   npm --prefix '~/evil' test
        ask   npm --prefix link-to-etc/../../evil test
        ask   bun --cwd web test --cwd ../evil
        ask   pnpm --resume-from b run test
        ask   bun run --parallel test evil
        ask   bun run --sequential test evil
        ask   yarn t
        ask   yarn rum test
        ask   pnpm urn test
        allow pnpm test
        allow pnpm t
        allow pnpm --filter @x/api test
        allow pnpm --filter @x/crypto test -- --run registry
        allow pnpm --filter e2e test -- --reporter=list tests/e2e/a.spec.ts
        allow pnpm lint:fix
        allow pnpm -r test
        allow pnpm run typecheck
        allow pnpm exec jest --ci
        allow pnpm jest --ci
        allow pnpm why react
        allow yarn test
        allow yarn workspace @x/y test
        allow yarn workspaces foreach -A run lint
        allow yarn jest src
        allow yarn why react
        allow bun test
        allow bun test src/ --timeout 10000
        allow bun test packages/core/test/a.test.ts packages/core/test/b.test.ts
        allow bun run test 2>&1 | tail -3
        allow bun run lint:fix
        allow bun run typecheck
        allow bun --filter '*' test
        allow bun build src/app.ts --outdir dist
        allow npx jest
        allow npx eslint .
        allow npx tsc --noEmit
        allow npx --no-install jest
        allow npm exec -- jest
        allow npx --no-install prettier --check .
        allow bunx jest
        allow deno test -A
        allow deno test --coverage
        allow deno test --coverage=cov
        ask   deno test --coverage=/tmp/x
        ask   deno test --coverage=.git/hooks
        ask   deno test --coverage=../x --clean
        ask   deno test --coverage=src --clean
        ask   deno bench --coverage=/tmp/x
        ask   deno test --lock=../x
        ask   NODE_ENV=../x npm test
        allow NODE_ENV=test npm test
        allow deno lint
        allow deno fmt --check
        allow deno check src/app.ts
        allow deno task test
        allow deno task -q test
        stop  npm run check
        ask   npm run deploy
        ask   npm run dev
        ask   npm start
        ask   npm run test:watch
        ask   npm run generate
        ask   npm install
        ask   npm i left-pad
        ask   npm ci
        ask   npm publish
        ask   npm view react
        ask   npm exec evil
        ask   npm exec -y jest
        ask   npm test --script-shell=./x
        ask   npm --prefix /tmp/evil test
        ask   npm test -- --config /tmp/x.js
        ask   npm test -- --globalSetup=./x.js
        ask   npm run lint -- /etc
        ask   npm run lint -- ../other
        ask   npm --prefix web test
        ask   cd web && npm test
        ask   npm config set registry http://x.example
        ask   npm version patch
        ask   npm pkg set scripts.test=x
        ask   pnpm install --frozen-lockfile
        ask   pnpm add left-pad
        ask   pnpm --filter api add left-pad
        ask   pnpm dlx create-x
        ask   pnpm dev
        ask   pnpm --filter web dev
        ask   pnpm api:generate
        ask   pnpm docs-gen
        ask   pnpm exec nothing-here
        ask   pnpm -C /tmp/evil test
        ask   pnpm --config.script-shell=./x test
        ask   yarn
        ask   yarn install
        ask   yarn add x
        ask   yarn --cwd /tmp/evil test
        ask   yarn workspace @x/y add z
        ask   yarn dlx x
        ask   yarn npm publish
        ask   bun install
        ask   bun src/app.ts
        ask   bun run src/app.ts
        ask   bun run scripts/publish.ts
        allow bun -e 'console.log(1)'
        ask   bun -e 'Bun.write(1, 2)'
        ask   bun -e 'require(x)'
        ask   bun test --preload /tmp/x.ts
        ask   bun test /tmp/evil.test.ts
        ask   bun build src/app.ts --outdir /etc
        ask   bun x cowsay
        ask   npx cowsay
        ask   npx -y jest
        ask   npx --no-install cowsay
        ask   npx jest@latest
        ask   npx --package=evil jest
        ask   npx -c 'jest'
        ask   npx docs-gen
        ask   npx jest --config /tmp/x.js
        ask   bunx create-x
        ask   deno run src/app.ts
        allow deno eval 1
        ask   deno eval 'Deno.removeSync(1)'
        ask   deno eval 'import(x)'
        ask   deno task lint
        ask   deno test https://x.example/t.ts
        ask   deno install x
        ask   echo '{}' > package.json && npm test
    ");
}
