{ pkgs ? import (fetchTarball "https://github.com/NixOS/nixpkgs/archive/a9b1bf5920416aaeaec965c25dd9e8f98c864f16.tar.gz") {} }:
pkgs.mkShell {
  buildInputs = [ (pkgs.python39.withPackages (ps: with ps; [
    numpy
    ps.torch
  ])) ];
}
