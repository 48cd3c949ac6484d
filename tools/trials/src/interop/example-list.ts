import { fileURLToPath } from 'node:url';
import type { Command } from './run-command.ts';

/**
 * An example of another language: it schedules a message, reads the problem of a refusal by its code, and verifies
 * callbacks. Both programs run in `folder`, a copy of the example, with these variables: CASCADE_URL (base address),
 * CASCADE_API_KEY, CASCADE_ID (a cascade with an SMS stage only), CASCADE_VECTORS (a folder
 * with the vectors of callbacks and outcomes).
 */
export interface Example {
  /** Its folder in `examples`, or `kit` and its folder in `packages/kits`. */
  readonly name: string;
  readonly language: string;
  /** Each must succeed, or the toolchain is absent. */
  readonly needs: readonly Command[];
  /** Installs what it depends on, and compiles it. */
  build(folder: string): readonly Command[];
  /**
   * Schedules an SMS; address, text and request id follow as arguments. Prints one line and ends with its code:
   * `scheduled <requestId>` (0), `not scheduled: <problem code>: <what to do>` (1), or `unknown: <why>` (2) without
   * an answer of the service.
   */
  send(folder: string): Command;
  /** Ends with 0 if every callback of the vectors gets the verdict, and every message the outcome, that is written there. */
  verify(folder: string): Command;
  /** With a kit (packages/kits): reads the file of steps (`kit-steps.ts`) that follows as an argument, and prints a line for each. */
  readonly kit?: (folder: string) => Command;
}

const kitProgram = (name: string) =>
  fileURLToPath(new URL(`../../interop-programs/${name}`, import.meta.url));

const needsOfJava: readonly Command[] = [
  ['javac', '--version'],
  ['mvn', '--version'],
];
const classPath = (folder: string) => `${folder}/target/classes:${folder}/target/libraries/*`;

/** The folder of `libraries/csharp/StandardWebhooks` of the library's repository. */
const sourcesOfWebhooks = process.env.STANDARD_WEBHOOKS_CSHARP ?? 'STANDARD_WEBHOOKS_CSHARP';

/** The examples and kits that `npm run interop` runs, in this order. */
export const examples: readonly Example[] = [
  {
    name: 'kit python',
    language: 'Python',
    needs: [['python3', '-m', 'venv', '--help']],
    build: (folder) => [
      ['python3', '-m', 'venv', `${folder}/venv`],
      [`${folder}/venv/bin/pip`, 'install', '--quiet', folder, 'ruff', 'mypy'],
      [`${folder}/venv/bin/ruff`, 'format', '--check', 'cascade_kit', 'send.py', 'test_kit.py'],
      [`${folder}/venv/bin/ruff`, 'check', 'cascade_kit', 'send.py', 'test_kit.py'],
      [`${folder}/venv/bin/mypy`, 'cascade_kit', 'send.py'],
    ],
    send: (folder) => [`${folder}/venv/bin/python`, `${folder}/send.py`],
    verify: (folder) => [`${folder}/venv/bin/python`, '-m', 'unittest'],
    kit: (folder) => [`${folder}/venv/bin/python`, kitProgram('kit.py')],
  },
  {
    name: 'kit go',
    language: 'Go',
    needs: [['go', 'version']],
    build: (folder) => [
      ['mkdir', `${folder}/steps`],
      ['cp', kitProgram('kit.go'), `${folder}/steps/main.go`],
      ['bash', '-c', 'test -z "$(gofmt -l .)"'],
      ['go', 'vet', './...'],
      ['go', 'build', '-o', `${folder}/program`, './send'],
      ['go', 'build', '-o', `${folder}/steps/program`, './steps'],
    ],
    send: (folder) => [`${folder}/program`],
    verify: () => ['go', 'test', '.'],
    kit: (folder) => [`${folder}/steps/program`],
  },
  {
    name: 'kit java',
    language: 'Java',
    needs: needsOfJava,
    build: (folder) => [
      ['mvn', '--quiet', 'package', '-DskipTests'],
      [
        ...(['mvn', '--quiet', 'dependency:copy-dependencies'] as const),
        ...['-DoutputDirectory=target/libraries', '-DincludeScope=runtime'],
      ],
      [
        ...(['javac', '-Xlint:all', '-Werror', '-proc:none', '-cp', classPath(folder)] as const),
        ...[
          '-d',
          `${folder}/target/classes`,
          `${folder}/Send.java`,
          `${folder}/Receive.java`,
          kitProgram('Kit.java'),
        ],
      ],
    ],
    send: (folder) => ['java', '-cp', classPath(folder), 'Send'],
    verify: () => ['mvn', '--quiet', 'surefire:test'],
    kit: (folder) => ['java', '-cp', classPath(folder), 'Kit'],
  },
  {
    name: 'kit php',
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
      [`${folder}-mago/bin/mago`, 'format', '--check'],
      [`${folder}-mago/bin/mago`, 'lint', '--minimum-fail-level', 'note'],
      [`${folder}-mago/bin/mago`, 'analyze', '--minimum-fail-level', 'note'],
    ],
    send: (folder) => ['php', `${folder}/send.php`],
    verify: (folder) => ['php', `${folder}/tests/vectors.php`],
    kit: (folder) => ['php', kitProgram('kit.php'), `${folder}/vendor/autoload.php`],
  },
  {
    name: 'kit rust',
    language: 'Rust',
    needs: [
      ['cargo', '--version'],
      ['cargo', 'clippy', '--version'],
      ['cargo', 'fmt', '--version'],
    ],
    build: (folder) => [
      ['cp', kitProgram('kit.rs'), `${folder}/examples/steps.rs`],
      ['cargo', 'fmt', '--check'],
      ...(['clippy', 'build'] as const).map(
        (command): Command => [
          ...(['cargo', command, '--quiet', '--all-targets', '--target-dir', `${folder}-target`] as const),
          ...(command === 'clippy' ? ['--', '--deny', 'warnings'] : []),
        ],
      ),
    ],
    send: (folder) => [`${folder}-target/debug/examples/send`],
    verify: (folder) => ['cargo', 'test', '--quiet', '--target-dir', `${folder}-target`],
    kit: (folder) => [`${folder}-target/debug/examples/steps`],
  },
  {
    name: 'kit csharp',
    language: 'C#',
    needs: [
      ['mcs', '--version'],
      ['mono', '--version'],
      ['test', '-d', sourcesOfWebhooks],
    ],
    // Mono's compiler, with the sources of the library that signs: no SDK of .NET fetched it.
    build: (folder) => [
      ['cp', kitProgram('Kit.cs'), `${folder}/programs`],
      ...['Send', 'CheckVectors', 'Kit'].map((program): Command => {
        const references = ['-r:System.Net.Http,System.Runtime.Serialization', '-resource:catalogue.json'];
        const sources = `*.cs programs/${program}.cs $(find '${sourcesOfWebhooks}' -name '*.cs')`;
        return ['bash', '-c', `mcs -warnaserror -out:${program}.exe ${references.join(' ')} ${sources}`];
      }),
    ],
    send: (folder) => ['mono', `${folder}/Send.exe`],
    verify: (folder) => ['mono', `${folder}/CheckVectors.exe`],
    kit: (folder) => ['mono', `${folder}/Kit.exe`],
  },
  {
    name: 'python',
    language: 'Python',
    needs: [['python3', '-m', 'venv', '--help']],
    build: (folder) => [
      ['python3', '-m', 'venv', `${folder}/venv`],
      [`${folder}/venv/bin/pip`, 'install', '--quiet', '-r', `${folder}/requirements.txt`],
    ],
    send: (folder) => [`${folder}/venv/bin/python`, `${folder}/send.py`],
    verify: (folder) => [`${folder}/venv/bin/python`, '-m', 'unittest'],
  },
  {
    name: 'php',
    language: 'PHP',
    needs: [['php', '-r', 'curl_version();']],
    build: () => [],
    send: (folder) => ['php', `${folder}/send.php`],
    verify: (folder) => ['php', `${folder}/check-vectors.php`],
  },
  {
    name: 'csharp',
    language: 'C#',
    needs: [
      ['mcs', '--version'],
      ['mono', '--version'],
    ],
    build: (folder) => [
      [
        'mcs',
        '-warnaserror',
        `-out:${folder}/CascadeExample.exe`,
        '-r:System.Net.Http,System.Runtime.Serialization',
        `${folder}/*.cs`,
      ],
    ],
    send: (folder) => ['mono', `${folder}/CascadeExample.exe`, 'send'],
    verify: (folder) => ['mono', `${folder}/CascadeExample.exe`, 'check'],
  },
];
