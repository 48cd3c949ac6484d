import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '@cascade/contract';
import type { Command } from './run-command.ts';

/**
 * A kit (packages/kits), how it is built in `folder`, a copy of its own, and what its programs are. They run there with these
 * variables: CASCADE_URL (base address), CASCADE_API_KEY, CASCADE_ID (a cascade with an SMS stage only), CASCADE_VECTORS (a
 * folder with the vectors of callbacks and outcomes).
 */
export interface Kit {
  /** Its folder. */
  readonly name: string;
  readonly language: string;
  /** Each must succeed, or the toolchain is absent. */
  readonly needs: readonly Command[];
  /** Installs what it depends on, and compiles it. */
  build(folder: string): readonly Command[];
  /** What the users of its language run: formatter, linter, type checker. */
  linters(folder: string): Readonly<Record<string, Linter>>;
  /**
   * Schedules an SMS; address, text and request id follow as arguments. Prints one line and ends with its code:
   * `scheduled <requestId>` (0), `not scheduled: <problem code>: <what to do>` (1), or `unknown: <why>` (2) without
   * an answer of the service.
   */
  send(folder: string): Command;
  /** Receives callbacks at `/status` of PORT, signed with CASCADE_SECRETS. */
  receive(folder: string): Command;
  /** Ends with 0 if every callback of the vectors gets the verdict, and every message the outcome, that is written there. */
  verify(folder: string): Command;
  /** Reads the file of steps (`kit-steps.ts`) that follows as an argument, and prints a line for each. */
  steps(folder: string): Command;
  /** The folders of its sources. */
  readonly sources: readonly string[];
  readonly match: CompleteMatch;
  /** Instead of the commands in the README, if these need what cannot be had. */
  first?(folder: string): string;
}

/** Ends with 0 if there is no warning. */
interface Linter {
  readonly run: Command;
  /** Prints its version; the program of `run` with `--version` if absent. */
  readonly version?: Command;
}

/** A program with a match over every code of `packages/kits/catalogue-sample.yaml`. */
interface CompleteMatch {
  readonly program: string;
  /** Where it goes in what the generator makes of that file. */
  readonly file: string;
  /** What refuses the match as soon as a code is missing; `folder` has the kit. */
  check(folder: string): Command;
}

/** The folder of the kits. */
export const kitsFolder = join(repositoryRoot, 'packages/kits');

const program = (name: string) => fileURLToPath(new URL(`../../interop-programs/${name}`, import.meta.url));
const shell = (line: string): Command => ['bash', '-c', line];
const classPath = (folder: string) => `${folder}/target/classes:${folder}/target/libraries/*`;

const javaFormat = 'java -jar target/google-java-format-all-deps.jar';

/** The folder of `libraries/csharp/StandardWebhooks` of the library's repository. */
const sourcesOfWebhooks = process.env.STANDARD_WEBHOOKS_CSHARP ?? 'STANDARD_WEBHOOKS_CSHARP';

/** Installs the check of golangci-lint by itself; with the tools that it names, Go 1.26 does not compile it. */
const getExhaustive = `go mod edit -require=golang.org/x/tools@v0.38.0 && \
go get -tool github.com/nishanths/exhaustive/cmd/exhaustive@v0.12.0`;

/** The kits that `npm run interop` tries, in this order. */
export const kits: readonly Kit[] = [
  {
    name: 'python',
    language: 'Python',
    needs: [['python3', '-m', 'venv', '--help']],
    build: (folder) => [
      ['python3', '-m', 'venv', `${folder}/venv`],
      [`${folder}/venv/bin/pip`, 'install', '--quiet', folder, 'ruff', 'mypy'],
    ],
    linters: (folder) => ({
      'ruff format': { run: [`${folder}/venv/bin/ruff`, 'format', '--check', 'cascade_kit', '.'] },
      'ruff check': { run: [`${folder}/venv/bin/ruff`, 'check', 'cascade_kit', '.'] },
      'mypy --strict': { run: [`${folder}/venv/bin/mypy`, 'cascade_kit', 'send.py', 'receive.py'] },
    }),
    send: (folder) => [`${folder}/venv/bin/python`, `${folder}/send.py`],
    receive: (folder) => [`${folder}/venv/bin/python`, `${folder}/receive.py`],
    verify: (folder) => [`${folder}/venv/bin/python`, '-m', 'unittest'],
    steps: (folder) => [`${folder}/venv/bin/python`, program('kit.py')],
    sources: ['cascade_kit'],
    match: {
      program: program('complete.py'),
      file: 'complete.py',
      check: (folder) => [`${folder}/venv/bin/mypy`, '--strict', 'complete.py'],
    },
  },
  {
    name: 'go',
    language: 'Go',
    needs: [['go', 'version']],
    build: (folder) => [
      ['mkdir', `${folder}/steps`],
      ['cp', program('kit.go'), `${folder}/steps/main.go`],
      ['go', 'build', '-o', `${folder}/program`, './send'],
      ['go', 'build', '-o', `${folder}/receiver`, './receive'],
      ['go', 'build', '-o', `${folder}/steps/program`, './steps'],
    ],
    linters: () => ({
      gofmt: { run: shell('test -z "$(gofmt -l .)"'), version: ['go', 'version'] },
      'go vet': { run: ['go', 'vet', './...'], version: ['go', 'version'] },
    }),
    send: (folder) => [`${folder}/program`],
    receive: (folder) => [`${folder}/receiver`],
    verify: () => ['go', 'test', '.'],
    steps: (folder) => [`${folder}/steps/program`],
    sources: ['.'],
    match: {
      program: program('complete.go'),
      file: 'complete.go',
      check: () => shell(`go mod init example/pay && go vet . && ${getExhaustive} && go tool exhaustive .`),
    },
  },
  {
    name: 'java',
    language: 'Java',
    needs: [
      ['javac', '--version'],
      ['mvn', '--version'],
    ],
    build: () => [
      ['mvn', '--quiet', 'package', '-DskipTests'],
      [
        ...(['mvn', '--quiet', 'dependency:copy-dependencies'] as const),
        ...['-DoutputDirectory=target/libraries', '-DincludeScope=runtime'],
      ],
      [
        ...([
          'mvn',
          '--quiet',
          'dependency:copy',
          '-DoutputDirectory=target',
          '-Dmdep.stripVersion',
        ] as const),
        '-Dartifact=com.google.googlejavaformat:google-java-format:1.28.0:jar:all-deps',
      ],
    ],
    linters: (folder) => ({
      'google-java-format': {
        run: shell(
          `${javaFormat} --skip-javadoc-formatting --dry-run --set-exit-if-changed $(find . -name '*.java')`,
        ),
        version: shell(`${javaFormat} --version 2>&1`),
      },
      // It compiles the programs; Maven compiles the kit with the same arguments.
      'javac -Xlint:all -Werror': {
        run: [
          ...(['javac', '-Xlint:all', '-Werror', '-proc:none', '-cp', classPath(folder)] as const),
          ...['-d', `${folder}/target/classes`],
          ...[`${folder}/Send.java`, `${folder}/Receive.java`, program('Kit.java')],
        ],
      },
    }),
    send: (folder) => ['java', '-cp', classPath(folder), 'Send'],
    receive: (folder) => ['java', '-cp', classPath(folder), 'Receive'],
    verify: () => ['mvn', '--quiet', 'surefire:test'],
    steps: (folder) => ['java', '-cp', classPath(folder), 'Kit'],
    sources: ['src/main/java/example/cascade'],
    match: {
      program: program('Complete.java'),
      file: 'src/main/java/example/pay/Complete.java',
      check: (folder) =>
        shell(
          `javac -Xlint:all -Werror -proc:none -cp '${folder}/target/libraries/*' -d classes $(find . -name '*.java')`,
        ),
    },
  },
  {
    name: 'php',
    language: 'PHP',
    needs: [
      ['composer', '--version'],
      ['php', '-r', "curl_version(); new PDO('sqlite::memory:');"],
      ['cargo', '--version'],
    ],
    // Beside the copy, which is made anew each time: Mago, which formats, lints and checks types, is compiled once.
    build: (folder) => [
      ['composer', 'install', '--quiet', '--no-interaction'],
      ['cargo', 'install', '--quiet', '--locked', '--debug', '--root', `${folder}-mago`, 'mago@1.29.0'],
    ],
    linters: (folder) => ({
      'mago format': { run: [`${folder}-mago/bin/mago`, 'format', '--check'] },
      'mago lint': { run: [`${folder}-mago/bin/mago`, 'lint', '--minimum-fail-level', 'note'] },
      'mago analyze': { run: [`${folder}-mago/bin/mago`, 'analyze', '--minimum-fail-level', 'note'] },
    }),
    send: (folder) => ['php', `${folder}/send.php`],
    receive: (folder) => shell(`exec php -S 127.0.0.1:$PORT ${folder}/receive.php`),
    verify: (folder) => ['php', `${folder}/tests/vectors.php`],
    steps: (folder) => ['php', program('kit.php'), `${folder}/vendor/autoload.php`],
    sources: ['src'],
    match: {
      program: program('complete.php'),
      file: 'src/complete.php',
      check: (folder) => shell(`${folder}-mago/bin/mago --workspace . analyze --minimum-fail-level note src`),
    },
  },
  {
    name: 'rust',
    language: 'Rust',
    needs: [
      ['cargo', '--version'],
      ['cargo', 'clippy', '--version'],
      ['cargo', 'fmt', '--version'],
    ],
    build: (folder) => [
      ['cp', program('kit.rs'), `${folder}/examples/steps.rs`],
      ['cargo', 'build', '--quiet', '--all-targets', '--target-dir', `${folder}-target`],
    ],
    linters: (folder) => ({
      'cargo fmt': { run: ['cargo', 'fmt', '--check'], version: ['cargo', 'fmt', '--version'] },
      'clippy pedantic': {
        run: [
          ...(['cargo', 'clippy', '--quiet', '--all-targets', '--target-dir', `${folder}-target`] as const),
          ...['--', '--deny', 'warnings'],
        ],
        version: ['cargo', 'clippy', '--version'],
      },
    }),
    send: (folder) => [`${folder}-target/debug/examples/send`],
    receive: (folder) => [`${folder}-target/debug/examples/receive`],
    verify: (folder) => ['cargo', 'test', '--quiet', '--target-dir', `${folder}-target`],
    steps: (folder) => [`${folder}-target/debug/examples/steps`],
    sources: ['src'],
    match: {
      program: program('complete.rs'),
      file: 'src/lib.rs',
      check: (folder) =>
        shell(`cp ${folder}/Cargo.toml . && cargo check --quiet --target-dir ${folder}-target`),
    },
  },
  {
    name: 'csharp',
    language: 'C#',
    needs: [
      ['mcs', '--version'],
      ['python3', '-m', 'pip', '--version'],
      ['npm', '--version'],
      ['test', '-d', sourcesOfWebhooks],
    ],
    // Beside the copy, which is made anew each time: the runtime and the compiler.
    build: (folder) => [
      ['bash', program('dotnet.sh'), `${folder}-net`],
      ['cp', program('Kit.cs'), `${folder}/programs`],
    ],
    // With the sources of the library that signs: no SDK of .NET fetched it.
    linters: (folder) => ({
      'Roslyn -warnaserror': {
        run: shell(compiling(`${folder}-net/csc -langversion:7.3 -out:$program.dll`)),
        version: [`${folder}-net/csc`, '-version'],
      },
      'mcs -warnaserror': {
        run: shell(compiling('mcs -out:$program.exe -r:System.Net.Http,System.Runtime.Serialization')),
        version: ['mcs', '--version'],
      },
    }),
    send: (folder) => [`${folder}-net/dotnet`, `${folder}/Send.dll`],
    // HttpListener of .NET Core 3.1 fails if a connection arrives while it starts.
    receive: (folder) => ['mono', `${folder}/Receive.exe`],
    verify: (folder) => [`${folder}-net/dotnet`, `${folder}/CheckVectors.dll`],
    steps: (folder) => [`${folder}-net/dotnet`, `${folder}/Kit.dll`],
    first: (
      folder,
    ) => `${folder}-net/csc -out:first.dll -resource:"$CASCADE/packages/kits/csharp/catalogue.json" \
  Program.cs "$CASCADE"/packages/kits/csharp/*.cs $(find '${sourcesOfWebhooks}' -name '*.cs')
${folder}-net/dotnet first.dll`,
    sources: ['.'],
    match: {
      program: program('Complete.cs'),
      file: 'Complete.cs',
      // Without the warning about a number that is not a member of the enum.
      check: (folder) => shell(`${folder}-net/csc -warnaserror -nowarn:CS8524 -target:library *.cs`),
    },
  },
];

/** Compiles each program of C# with the kit; `command` is without what both compilers understand. */
function compiling(command: string): string {
  return `for program in Send Receive CheckVectors Kit; do
  ${command} -warnaserror -resource:catalogue.json *.cs programs/$program.cs \
    $(find '${sourcesOfWebhooks}' -name '*.cs') || exit
done`;
}
