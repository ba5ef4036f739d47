{
  description = "A guard dog for AI coding agents";

  # Never evaluated: there was no Nix where this was written.
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      workspace = (builtins.fromTOML (builtins.readFile ./Cargo.toml)).workspace.package;
    in
    {
      packages = each (pkgs: rec {
        default = mastiff;
        mastiff = pkgs.rustPlatform.buildRustPackage {
          pname = "mastiff";
          inherit (workspace) version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          cargoBuildFlags = [ "--package" "mastiff" ];
          # The tests start real shells and namespaces; CI runs them.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            $out/bin/mastiff man man1
            installManPage man1/*
            for shell in bash zsh fish; do
              $out/bin/mastiff completions $shell > mastiff.$shell
            done
            installShellCompletion --cmd mastiff --bash mastiff.bash --zsh mastiff.zsh --fish mastiff.fish
          '';
          meta = {
            inherit (workspace) description;
            homepage = workspace.repository;
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "mastiff";
          };
        };
      });
    };
}
