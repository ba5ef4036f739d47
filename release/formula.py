"""VERSION REPOSITORY DIST: the Homebrew formula for the archives that are there."""
import hashlib
import os
import sys

version, repository, dist = sys.argv[1:]
WHERE = [("on_macos", "on_arm", "aarch64-apple-darwin"), ("on_macos", "on_intel", "x86_64-apple-darwin"),
         ("on_linux", "on_arm", "aarch64-unknown-linux-musl"), ("on_linux", "on_arm", "aarch64-unknown-linux-gnu"),
         ("on_linux", "on_intel", "x86_64-unknown-linux-musl"), ("on_linux", "on_intel", "x86_64-unknown-linux-gnu")]
blocks = {}
for system, cpu, target in WHERE:
    name = "mastiff-%s-%s.tar.gz" % (version, target)
    path = os.path.join(dist, name)
    if os.path.exists(path) and cpu not in blocks.get(system, {}):
        with open(path, "rb") as f:
            digest = hashlib.sha256(f.read()).hexdigest()
        blocks.setdefault(system, {})[cpu] = "%s/releases/download/v%s/%s" % (repository, version, name), digest
text = """class Mastiff < Formula
  desc "Guard dog for AI coding agents"
  homepage "%s"
  version "%s"
  license any_of: ["MIT", "Apache-2.0"]

""" % (repository, version)
for system, cpus in blocks.items():
    text += "  %s do\n" % system
    for cpu, (url, digest) in cpus.items():
        text += '    %s do\n      url "%s"\n      sha256 "%s"\n    end\n' % (cpu, url, digest)
    text += "  end\n\n"
text += """  def install
    bin.install "bin/mastiff"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/mastiff"
    zsh_completion.install "share/zsh/site-functions/_mastiff"
    fish_completion.install "share/fish/vendor_completions.d/mastiff.fish"
    doc.install Dir["share/doc/mastiff/*"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/mastiff --version")
  end
end"""
print(text)
