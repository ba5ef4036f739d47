//! What passes and what stops, and what is said then.

use super::files;

#[test]
fn what_prints_passes_and_its_twins_stop() {
    crate::effect::program::examples::run(
        r##"
        allow ruby -e 'puts 1 + 1'
        allow ruby -e 'puts 2*3'
        allow ruby -e 'puts "hello\n", RUBY_VERSION'
        allow ruby -e 'puts(RUBY_VERSION.size)'
        allow ruby -e 'puts Math.sqrt(2).round(3)'
        allow ruby -e 'require "json"; puts JSON.parse(File.read("package.json"))["name"]'
        allow ruby -rjson -e 'puts JSON.pretty_generate(JSON.parse(File.read("package.json")).keys.first(3))'
        allow ruby -e 'p [1, 2, 3].sum, [3, 1].sort.join(", ")'
        ask   ruby -e 'puts File.read(".env")'
        ask   ruby -e 'puts File.read("/home/user/.ssh/id_rsa")'
        ask   ruby -e 'puts File.read("|id")'
        ask   ruby -e 'puts File.read("package.json".sub("package", "x"))'
        ask   ruby -e 'puts IO.read("|id")'
        ask   ruby -e 'puts open("|id").read'
        ask   ruby -e 'File.write("x", "y")'
        ask   ruby -e 'puts File.write("x", "y")'
        ask   ruby -e 'puts `id`'
        ask   ruby -e 'puts %x(id)'
        ask   ruby -e 'puts % x`id` '
        ask   ruby -e 'system "id"'
        ask   ruby -e 'puts "#{`id`}"'
        ask   ruby -e 'puts "a\#{`id`}"'
        ask   ruby -e 'puts "a".send("instance_eval", "x")'
        ask   ruby -e 'puts "a".size /x`id`/'
        ask   ruby -e 'puts 1 /2#/; `id`'
        ask   ruby -e 'puts [1].map { |x| `id` }'
        ask   ruby -e 'puts [1].sum(&:x)'
        ask   ruby -e 'require "./evil"'
        ask   ruby -e 'require "open3"'
        ask   ruby -r./evil -e 'puts 1'
        ask   ruby -rjson -ropen3 -e 'puts 1'
        ask   ruby -e 'puts 1' -e 'system "id"'
        ask   ruby -e 'puts 1' x.rb
        ask   ruby -ne 'puts 1' x
        ask   ruby -e 'puts <<X'
        ask   ruby -e 'puts ?a'
        ask   ruby -e 'puts :a'
        ask   ruby -e 'puts ENV'
        ask   ruby -e 'puts ENV["TOKEN"]'
        ask   ruby -e 'exit!'
        ask   ruby -e 'puts 1 if system("id")'
        ask   ruby -e 'puts 1 # x'
        ask   ruby -e 'puts "a" "b"'
        ask   ruby -e 'puts Kernel.exec("id")'
        ask   ruby -e "$code"
        ask   ruby -pe 'puts 1' x
        ask   ruby -lne 'puts 1' x
        ask   ruby -e'puts 1'
        ask   ruby -n -e 'puts 1' x
        ask   ruby -wecho
        "##,
    );
}

#[test]
fn a_stop_names_what_was_not_read() {
    for (program, why) in [
        ("system(1)", "uses `system`, which is not known to be harmless"),
        ("puts File.read('a'); File.delete('a')", "uses `File.delete`, which is not known to be harmless"),
        ("puts File.read(a)", "uses `a`, which is not known to be harmless"),
        ("puts File.read('a' + 'b')", "opens a file whose name is not written out"),
        ("puts File.read('|id')", "opens a file whose name may say to run a program"),
        ("puts 'a'.send('b')", "calls the method `send`, which is not known to be harmless"),
        ("puts `id`", "has a command for the shell, which is not read"),
        ("puts [1].sum { 2 }", "has a block or a hash, which is not read"),
        ("puts \"#{1}\"", "has a text with something in it that is not read, or that is not closed"),
        ("require 'open3'", "loads `open3`, which is not known to be harmless"),
        ("RUBY_VERSION", "uses `RUBY_VERSION` in a way that is not read"),
        ("puts 1,", "has a program that is not complete"),
        (
            "puts 1\nputs 2\nputs ENV\n",
            "uses `ENV`, which is not known to be harmless (line 3 of the program)",
        ),
        ("puts 1\nputs 1,\nputs", "has a statement that is not complete (line 2 of the program)"),
    ] {
        assert_eq!(files(program), Err(why.into()), "{program}");
    }
}
