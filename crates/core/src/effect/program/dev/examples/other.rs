use crate::effect::program::examples::run;

#[test]
fn jvm() {
    run("
        allow mvn test
        allow mvn -q -B -ntp verify -DskipITs
        allow mvn test -Dtest=FooTest#bar -pl core -am
        allow mvn compile
        allow gradle test
        allow gradle :app:testDebugUnitTest --tests com.x.FooTest
        allow gradle build --no-daemon -x test
        allow gradle tasks
        allow gradle assembleRelease
        allow gradle testReleaseUnitTest
        ask   gradle testPublish
        ask   gradle buildAndPublish
        ask   gradle build_publish
        ask   gradle buildAP
        ask   gradle buildInstall
        ask   gradle checkDeployment
        allow sbt test
        allow sbt 'testOnly com.x.FooTest *Bar'
        allow sbt core/testOnly
        ask   sbt 'testOnly x; publish'
        ask   sbt 'testOnly x; eval 1'
        ask   sbt 'test⏎publish'
        ask   sbt ';test;publish'
        ask   sbt 'testOnly x -- -C evil'
        ask   sbt 'compile publish'
        ask   sbt 'scalafix github:x/y'
        ask   sbt 'eval 1'
        allow ktlint src
        allow javac -d build src/A.java
        allow kotlinc src/a.kt -d build
        allow kotlinc -version
        ask   kotlinc
        ask   kotlinc -verbose < evil.sh
        allow java -version
        ask   mvn install
        ask   mvn deploy
        ask   mvn test -Dexec.executable=./evil.sh exec:exec
        ask   mvn exec:java
        ask   mvn -f /tmp/evil/pom.xml test
        ask   mvn -s /tmp/settings.xml test
        ask   mvn test -Dmaven.ext.class.path=/tmp/x.jar
        ask   gradle --init-script /tmp/x test
        ask   gradle -I x.gradle test
        ask   gradle -p /tmp/evil test
        ask   gradle bootRun
        ask   gradle publishToMavenLocal
        ask   gradle someTask
        ask   gradle test -Dorg.gradle.jvmargs=-javaagent:x
        ask   javac -processorpath /tmp/x src/A.java
        ask   javac @/tmp/args
        ask   java -jar x.jar
        ask   java Main
        ask   JAVA_TOOL_OPTIONS=-javaagent:/tmp/x.jar mvn test
    ");
}

#[test]
fn ruby_and_php() {
    run(r#"
        allow rspec spec/a_spec.rb:12
        allow bundle exec rspec --format documentation
        allow bundle exec rubocop -a
        allow rubocop --only Style/X app
        allow rake test
        allow bundle exec rake test
        allow bundle list
        ask   bundle env
        ask   bundle env --verbose
        allow bundle exec rubocop --version
        ask   bundle list; bash hello.sh
        ask   bundle viz
        ask   bundle exec ls
        ask   bundle exec bash hello.sh
        allow bundle exec rake -T
        allow rails test test/models/a_test.rb
        allow rails routes
        ask   rails --help; bash hello.sh
        allow rails --help
        allow ruby -Itest test/a_test.rb
        allow ruby -c app/a.rb
        allow ruby -I test test/test_a.rb -n test_x
        ask   ruby evil.rb x_test.rb
        ask   ruby evil.rb test/test_x
        ask   ruby -n evil.rb a_test.rb
        ask   ruby test/test_x/evil.rb
        ask   ruby /tmp/a_test.rb
        ask   ruby - a_test.rb
        allow ruby --version
        allow gem list
        allow phpunit --filter testX
        ask   SYMFONY_DEPRECATIONS_HELPER='logFile=/etc/x' phpunit
        allow javap -c build/A.class
        ask   javap http://x.example/DATA.class
        ask   javap jar:file:/etc/x.jar!/A.class
        allow phpunit tests
        allow phpstan analyse src --level=5
        allow php -l src/a.php
        allow php --version
        allow php --ini
        ask   php -i
        allow php artisan test --filter=X
        allow php-cs-fixer fix --dry-run src
        allow composer test
        allow composer validate
        allow composer show
        ask   composer show --all
        ask   composer fund
        allow rspec -P 'spec/**/*_spec.rb'
        ask   rspec -P '/tmp/**'
        ask   rspec -P '../x/*_spec.rb'
        ask   rspec -P../x
        ask   rspec --pattern '{/tmp/a}'
        ask   rspec --pattern=.?/x_spec.rb
        ask   bundle exec rspec -P '/tmp/**'
        ask   rspec -P "$x"
        allow rake test TEST=test/a_test.rb
        allow rake test RAILS_ENV=test
        ask   rake test RUBYOPT=-r/tmp/x
        ask   rake test TESTOPTS=-r/tmp/x
        ask   rake test SPEC_OPTS=-r/tmp/x
        ask   rake test PATH=./x
        ask   rake test LD_PRELOAD=./x.so
        ask   rake test GIT_DIR=k3
        ask   rake test RAILS_ENV=../../x
        ask   rake test TEST=/tmp/x.rb
        ask   rails test RUBYOPT=-r./x
        ask   rails test TEST=/tmp/x.rb
        ask   rails test:units RUBYOPT=-r./x
        ask   RAILS_ENV=../../x rails test
        allow RAILS_ENV=test rails test
        ask   gem env
        allow gem env gemdir
        ask   phpstan analyse -b../x.neon src
        ask   php artisan test -- --bootstrap=/tmp/x.php
        ask   rspec -I /tmp
        ask   rspec -r /tmp/x.rb
        ask   rspec /tmp/x_spec.rb
        ask   rubocop -a /etc
        ask   rubocop --require /tmp/x
        ask   bundle
        ask   bundle install
        ask   bundle exec evil
        ask   bundle exec ruby x.rb
        ask   rake deploy
        ask   rake db:drop
        ask   rake
        ask   rails server
        ask   rails db:migrate
        ask   rails runner 'x'
        allow ruby -e 'puts 1'
        ask   ruby -e 'system %q(id)'
        ask   ruby x.rb
        ask   RUBYOPT=-r/tmp/x rspec
        ask   gem install x
        ask   gem push x
        ask   phpunit --bootstrap /tmp/x.php
        ask   phpunit -c /tmp/p.xml
        ask   phpunit --prepend /tmp/x.php
        ask   phpunit /tmp/XTest.php
        ask   phpstan analyse -c /tmp/x src
        ask   php -r 'echo 1;'
        ask   php x.php
        ask   php -S 0.0.0.0:80
        ask   php artisan migrate
        ask   php artisan tinker
        ask   php-cs-fixer fix /etc
        ask   composer install
        ask   composer require x/y
        ask   composer exec evil
        ask   composer lint
        ask   composer global require x
    "#);
}

#[test]
fn dotnet_elixir_swift_dart() {
    run("
        allow dotnet test
        allow dotnet test --filter FullyQualifiedName~X --no-build -c Release
        allow dotnet build -c Release --no-restore
        allow dotnet format --verify-no-changes
        allow dotnet --info
        allow mix test
        allow mix test test/a_test.exs:12 --trace
        allow mix format --check-formatted
        allow mix help
        ask   mix help; bash hello.sh
        ask   mix --help; bash hello.sh
        allow mix credo --strict
        allow mix compile --warnings-as-errors
        allow MIX_ENV=test mix test
        ask   MIX_ENV=../../x mix test
        ask   MIX_ENV=/tmp/x mix test
        ask   export MIX_ENV=../x; mix test
        ask   env MIX_ENV=../x mix test
        ask   MIX_ENV=$x mix test
        allow swift test --filter X
        allow swift build -c release
        allow swiftlint lint --strict
        allow swiftformat --lint .
        allow xcodebuild test -scheme App -destination 'platform=iOS Simulator,name=iPhone 15'
        allow dart test
        allow flutter analyze
        ask   dotnet test --test-adapter-path /tmp/x
        ask   dotnet test -s /tmp/x.runsettings
        ask   dotnet run
        ask   dotnet restore
        ask   dotnet add package X
        ask   dotnet tool install x
        ask   dotnet nuget push x
        ask   dotnet msbuild x.proj
        ask   dotnet build -p:PreBuildEvent=x
        ask   dotnet /tmp/x.dll
        ask   dotnet build /tmp/evil
        ask   mix deps.get
        ask   mix run x.exs
        ask   mix hex.publish
        ask   mix ecto.drop
        ask   mix do test, run
        ask   mix test /tmp/x_test.exs
        ask   mix format /etc/x
        ask   elixir x.exs
        ask   swift run
        ask   swift package update
        ask   swift test --package-path /tmp/evil
        ask   swift build --disable-sandbox
        ask   xcodebuild archive
        ask   xcodebuild test -project /tmp/evil.xcodeproj
        ask   dart run
        ask   flutter run
        ask   flutter pub get
    ");
}

#[test]
fn other_checkers() {
    run("
        allow shellcheck -x hello.sh
        ask   shellcheck hello.sh +RTS -sout
        ask   shellcheck +RTS -sout -RTS hello.sh
        ask   hadolint Dockerfile +RTS -fout
        ask   GHCRTS=-sout shellcheck hello.sh
        ask   shellcheck -a -x hello.sh
        ask   shellcheck -ax hello.sh
        ask   shellcheck --check-sourced hello.sh
        allow shfmt -d .
        allow shfmt -w hello.sh
        allow hadolint Dockerfile
        allow yamllint .
        allow actionlint
        allow buf lint
        allow codespell README.md
        allow typos src
        allow sqlfluff lint models
        allow vale README.md
        allow bats tests
        ask   shfmt -w /etc/profile
        ask   shfmt -w .github/x.sh
        ask   yamllint -c /tmp/x .
        ask   actionlint -shellcheck=./x
        ask   tflint --init
        ask   buf generate
        ask   buf push
        ask   codespell -w /etc
        ask   typos -w ../other
        ask   sqlfluff fix /etc
        ask   protoc --plugin=./x --x_out=. a.proto
        ask   protoc @args
        ask   bats /tmp/evil.bats
        ask   lychee README.md
    ");
}
