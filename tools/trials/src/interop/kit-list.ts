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
  /** What the users of its language run: formatter, linter, type checker. A warning ends each with another code than 0. */
  linters(folder: string): Readonly<Record<string, Command>>;
  /**
   * Schedules an SMS; address, text and request id follow as arguments. Prints one line and ends with its code:
   * `scheduled <requestId>` (0), `not scheduled: <problem code>: <what to do>` (1), or `unknown: <why>` (2) without
   * an answer of the service.
   */
  send(folder: string): Command;
  /** Receives callbacks at `/status` of PORT, signed with CASCADE_SECRETS; absent if the kit has no such program. */
  receive?(folder: string): Command;
  /** Ends with 0 if every callback of the vectors gets the verdict, and every message the outcome, that is written there. */
  verify(folder: string): Command;
  /** Reads the file of steps (`kit-steps.ts`) that follows as an argument, and prints a line for each. */
  steps(folder: string): Command;
  /** The folders of its sources. */
  readonly sources: readonly string[];
}

/** The folder of the kits. */
export const kitsFolder = join(repositoryRoot, 'packages/kits');

const program = (name: string) => fileURLToPath(new URL(`../../interop-programs/${name}`, import.meta.url));
const shell = (line: string): Command => ['bash', '-c', line];
const classPath = (folder: string) => `${folder}/target/classes:${folder}/target/libraries/*`;

/** The folder of `libraries/csharp/StandardWebhooks` of the library's repository. */
const sourcesOfWebhooks = process.env.STANDARD_WEBHOOKS_CSHARP ?? 'STANDARD_WEBHOOKS_CSHARP';

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
      'ruff format': [`${folder}/venv/bin/ruff`, 'format', '--check', 'cascade_kit', '.'],
      'ruff check': [`${folder}/venv/bin/ruff`, 'check', 'cascade_kit', '.'],
      'mypy --strict': [`${folder}/venv/bin/mypy`, 'cascade_kit', 'send.py', 'receive.py'],
    }),
    send: (folder) => [`${folder}/venv/bin/python`, `${folder}/send.py`],
    receive: (folder) => [`${folder}/venv/bin/python`, `${folder}/receive.py`],
    verify: (folder) => [`${folder}/venv/bin/python`, '-m', 'unittest'],
    steps: (folder) => [`${folder}/venv/bin/python`, program('kit.py')],
    sources: ['cascade_kit'],
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
    linters: () => ({ gofmt: shell('test -z "$(gofmt -l .)"'), 'go vet': ['go', 'vet', './...'] }),
    send: (folder) => [`${folder}/program`],
    receive: (folder) => [`${folder}/receiver`],
    verify: () => ['go', 'test', '.'],
    steps: (folder) => [`${folder}/steps/program`],
    sources: ['.'],
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
    ],
    // It compiles the programs; Maven compiles the kit with the same arguments.
    linters: (folder) => ({
      'javac -Xlint:all -Werror': [
        ...(['javac', '-Xlint:all', '-Werror', '-proc:none', '-cp', classPath(folder)] as const),
        ...['-d', `${folder}/target/classes`],
        ...[`${folder}/Send.java`, `${folder}/Receive.java`, program('Kit.java')],
      ],
    }),
    send: (folder) => ['java', '-cp', classPath(folder), 'Send'],
    receive: (folder) => ['java', '-cp', classPath(folder), 'Receive'],
    verify: () => ['mvn', '--quiet', 'surefire:test'],
    steps: (folder) => ['java', '-cp', classPath(folder), 'Kit'],
    sources: ['src/main/java/example/cascade'],
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
      'mago format': [`${folder}-mago/bin/mago`, 'format', '--check'],
      'mago lint': [`${folder}-mago/bin/mago`, 'lint', '--minimum-fail-level', 'note'],
      'mago analyze': [`${folder}-mago/bin/mago`, 'analyze', '--minimum-fail-level', 'note'],
    }),
    send: (folder) => ['php', `${folder}/send.php`],
    receive: (folder) => shell(`exec php -S 127.0.0.1:$PORT ${folder}/receive.php`),
    verify: (folder) => ['php', `${folder}/tests/vectors.php`],
    steps: (folder) => ['php', program('kit.php'), `${folder}/vendor/autoload.php`],
    sources: ['src'],
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
      'cargo fmt': ['cargo', 'fmt', '--check'],
      'clippy pedantic': [
        ...(['cargo', 'clippy', '--quiet', '--all-targets', '--target-dir', `${folder}-target`] as const),
        ...['--', '--deny', 'warnings'],
      ],
    }),
    send: (folder) => [`${folder}-target/debug/examples/send`],
    verify: (folder) => ['cargo', 'test', '--quiet', '--target-dir', `${folder}-target`],
    steps: (folder) => [`${folder}-target/debug/examples/steps`],
    sources: ['src'],
  },
  {
    name: 'csharp',
    language: 'C#',
    needs: [
      ['mcs', '--version'],
      ['mono', '--version'],
      ['test', '-d', sourcesOfWebhooks],
    ],
    build: (folder) => [['cp', program('Kit.cs'), `${folder}/programs`]],
    // Mono's compiler, with the sources of the library that signs: no SDK of .NET fetched it.
    linters: () => ({
      'mcs -warnaserror': shell(
        `for program in Send CheckVectors Kit; do mcs -warnaserror -out:$program.exe \
-r:System.Net.Http,System.Runtime.Serialization -resource:catalogue.json *.cs programs/$program.cs \
$(find '${sourcesOfWebhooks}' -name '*.cs') || exit; done`,
      ),
    }),
    send: (folder) => ['mono', `${folder}/Send.exe`],
    verify: (folder) => ['mono', `${folder}/CheckVectors.exe`],
    steps: (folder) => ['mono', `${folder}/Kit.exe`],
    sources: ['.'],
  },
];
