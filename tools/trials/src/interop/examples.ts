import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMock } from '@cascade/mock';
import { judgeKit, kitSteps } from './kit-steps.ts';
import { type AlteringProxy, startAlteringProxy } from './round-trip.ts';
import type { Command } from './run-command.ts';
import { absentTool, runAll, runOne } from './run-command.ts';

/**
 * An example of another language: it schedules a message, reads the problem of a refusal by its code, and verifies
 * callbacks. Both programs run in `folder`, a copy of the example, with these variables: CASCADE_URL (base address),
 * CASCADE_API_KEY, CASCADE_ID (a cascade with an SMS stage only), CASCADE_VECTORS (a folder
 * with the vectors of callbacks and outcomes).
 */
interface Example {
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

/** One run of a program of an example. */
interface Check {
  readonly says: string;
  /** `judged`: the verifier judges `send` as a client (§7, §9). */
  readonly program: 'send' | 'verify' | 'judged';
  /** Sends the same request id as the other checks that say so; else a new one. */
  readonly sharesId?: boolean;
  /** Variables that differ from those of the demo account. */
  readonly environment: Readonly<Record<string, string>>;
  /** What its output must match, with the request id as `REQUEST-ID`. */
  readonly prints: RegExp;
  readonly endsWith: number | 'not zero';
}

/** Folders of vectors: as they are, with one wrong verdict, and with one wrong outcome. */
type VectorFolders = Readonly<Record<'right' | 'wrongVerdict' | 'wrongOutcome', string>>;

/** What every example must do against the altering proxy at `url`. */
function checksOf(url: string, vectors: VectorFolders): Check[] {
  const plain = { CASCADE_URL: `${url}/plain` };
  return [
    {
      says: 'no connection',
      program: 'send',
      environment: { CASCADE_URL: 'http://127.0.0.1:9' },
      prints: /^unknown: ./,
      endsWith: 2,
    },
    {
      says: 'an answer without a problem',
      program: 'send',
      environment: { CASCADE_URL: `${url}/elsewhere` },
      prints: /^unknown: .*404/,
      endsWith: 2,
    },
    {
      says: 'a success with more members',
      program: 'send',
      sharesId: true,
      environment: { CASCADE_URL: `${url}/extra-member` },
      prints: /^scheduled REQUEST-ID$/,
      endsWith: 0,
    },
    { ...refusal('the same request again', 'requestId-is-not-unique: .', plain), sharesId: true },
    // The code that has two spellings (§7.1), with the advice of the program and not the detail.
    refusal('another cascade', 'cascade-scheduling-request-(is-)?not-valid: (?!.*Violations)', {
      ...plain,
      CASCADE_ID: '4010',
    }),
    refusal('a wrong key', 'auth-error: .', { ...plain, CASCADE_API_KEY: 'wrong' }),
    { says: 'the verifier of clients', program: 'judged', environment: {}, prints: /./, endsWith: 0 },
    refusal('a status that is not described', 'new-code: .', { CASCADE_URL: `${url}/status-402` }),
    verification('the callbacks and outcomes of the vectors', vectors.right, 0),
    verification('vectors of which one verdict is wrong', vectors.wrongVerdict, 'not zero'),
    verification('vectors of which one outcome is wrong', vectors.wrongOutcome, 'not zero'),
  ];
}

function refusal(says: string, wanted: string, environment: Check['environment']): Check {
  const prints = new RegExp(`^not scheduled: ${wanted}`);
  return { says, program: 'send', environment, prints, endsWith: 1 };
}

function verification(says: string, folder: string, endsWith: Check['endsWith']): Check {
  return { says, program: 'verify', environment: { CASCADE_VECTORS: folder }, prints: /^/, endsWith };
}

/** How many checks an example passed. */
interface ExampleResult {
  readonly example: string;
  readonly language: string;
  readonly checks: number;
  readonly passed: number;
  /** The failed checks with what the program printed, or the end of what the failed build printed. */
  readonly failures: readonly string[];
}

const verifier = fileURLToPath(new URL('../../../../packages/verifier/src/cli.ts', import.meta.url));
const ofExamples = new URL('../../../../examples', import.meta.url).pathname;
const ofKits = new URL('../../../../packages/kits', import.meta.url).pathname;
const sourceOf = (name: string) =>
  name.startsWith('kit ') ? join(ofKits, name.slice('kit '.length)) : join(ofExamples, name);
const kitProgram = (name: string) =>
  fileURLToPath(new URL(`../../interop-programs/${name}`, import.meta.url));
const vectors = fileURLToPath(
  new URL('.', import.meta.resolve('@cascade/spec/vectors/generated/callbacks.json')),
);

/** Builds a copy of the example in `folder`, and runs it against the altering proxy at `url`. */
async function tryExample(
  example: Example,
  folder: string,
  { url, accepted }: AlteringProxy,
): Promise<ExampleResult> {
  const { name, language } = example;
  await rm(folder, { recursive: true, force: true });
  await cp(sourceOf(name), folder, { recursive: true });
  const checks = checksOf(url, await vectorFolders(folder));
  const got = { example: name, language, checks: checks.length };
  const broken = await runAll(example.build(folder), folder);
  if (broken !== undefined) return { ...got, passed: 0, failures: [broken] };
  const sharedId = crypto.randomUUID();
  const failures: string[] = [];
  for (const check of checks) {
    const failure = await runCheck(example, folder, check, check.sharesId ? sharedId : crypto.randomUUID());
    if (failure !== undefined) failures.push(`${check.says}: ${failure}`);
  }
  if (example.kit === undefined) return { ...got, passed: checks.length - failures.length, failures };
  const steps = kitSteps(url);
  const file = join(folder, 'steps.jsonl');
  await writeFile(file, steps.map((step) => `${JSON.stringify(step)}\n`).join(''));
  const { out, end } = await runOne([...example.kit(folder), file], { cwd: folder });
  failures.push(...judgeKit(steps, out || end, accepted()));
  const all = checks.length + steps.length;
  return { ...got, checks: all, passed: all - failures.length, failures };
}

/** What the program did, if it is not what the check expects. */
async function runCheck(example: Example, folder: string, check: Check, requestId: string) {
  const { program, prints, endsWith } = check;
  const args = program === 'send' ? ['+12025550100', 'Code 4821', requestId] : [];
  const environment = { CASCADE_API_KEY: 'demo-key', CASCADE_ID: '2002', ...check.environment };
  const command: Command =
    program === 'judged'
      ? [process.execPath, verifier, 'client', '--', ...example.send(folder)]
      : example[program](folder);
  const { code, out, end } = await runOne([...command, ...args], {
    cwd: folder,
    environment,
  });
  const isEnd = endsWith === 'not zero' ? code !== 0 : code === endsWith;
  if (isEnd && prints.test(out.trim().replace(requestId, 'REQUEST-ID'))) return undefined;
  return `ended with ${code}: ${end}`;
}

async function vectorFolders(folder: string): Promise<VectorFolders> {
  const [wrongVerdict, wrongOutcome] = [join(folder, 'wrong-verdict'), join(folder, 'wrong-outcome')];
  await copyAltered(wrongVerdict, 'invalid-body', { verdict: 'valid' });
  await copyAltered(wrongOutcome, 'first-undelivered', { outcome: 'failed' });
  return { right: vectors, wrongVerdict, wrongOutcome };
}

/** A copy of the vectors in which the one with the id says something else. */
async function copyAltered(folder: string, id: string, part: object): Promise<void> {
  await mkdir(folder);
  for (const name of ['callbacks.json', 'outcomes.json']) {
    const all: { readonly vectors: readonly { readonly id: string }[] } = JSON.parse(
      await readFile(join(vectors, name), 'utf8'),
    );
    const altered = all.vectors.map((one) => (one.id === id ? { ...one, ...part } : one));
    await writeFile(join(folder, name), JSON.stringify({ ...all, vectors: altered }));
  }
}

const needsOfJava: readonly Command[] = [
  ['javac', '--version'],
  ['mvn', '--version'],
];
const classPath = (folder: string) => `${folder}/target/classes:${folder}/target/libraries/*`;

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
        ...['-d', `${folder}/target/classes`, `${folder}/Send.java`, kitProgram('Kit.java')],
      ],
    ],
    send: (folder) => ['java', '-cp', classPath(folder), 'Send'],
    verify: () => ['mvn', '--quiet', 'surefire:test'],
    kit: (folder) => ['java', '-cp', classPath(folder), 'Kit'],
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
    name: 'go',
    language: 'Go',
    needs: [['go', 'version']],
    build: (folder) => [
      ['go', 'vet', '.'],
      ['go', 'build', '-o', `${folder}/program`, '.'],
    ],
    send: (folder) => [`${folder}/program`],
    verify: () => ['go', 'test', '.'],
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
    name: 'rust',
    language: 'Rust',
    needs: [['cargo', '--version']],
    // Beside the copy, which is made anew each time: the dependencies need not be compiled again.
    build: (folder) => [['cargo', 'build', '--quiet', '--locked', '--target-dir', `${folder}-target`]],
    send: (folder) => [`${folder}-target/debug/cascade-example`],
    verify: (folder) => ['cargo', 'test', '--quiet', '--locked', '--target-dir', `${folder}-target`],
  },
  {
    name: 'java',
    language: 'Java',
    needs: needsOfJava,
    build: () => [['mvn', '--quiet', 'compile', 'dependency:copy-dependencies']],
    send: (folder) => ['java', '-cp', classPath(folder), 'Send'],
    verify: (folder) => ['java', '-cp', classPath(folder), 'CheckCallbacks'],
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

interface Settings {
  /** The folder in which the examples are built. */
  readonly room: string;
  /** Whether to replace their lines in the recorded results. */
  readonly writes: boolean;
  say(line: string): void;
}

const file = fileURLToPath(new URL('../../results/examples.json', import.meta.url));

/** The recorded results; none before the first run. */
export function readExampleResults(): ExampleResult[] {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** Runs each example whose toolchain is here; returns how many failed. */
export async function runExamples(chosen: readonly Example[], settings: Settings): Promise<number> {
  const results: ExampleResult[] = [];
  for (const example of chosen) {
    const absent = await absentTool(example.needs);
    if (absent !== undefined) {
      settings.say(`example ${example.name}: skipped: ${absent}`);
      continue;
    }
    const result = await withProxy((proxy) =>
      tryExample(example, join(settings.room, `example-${example.name.replace(' ', '-')}`), proxy),
    );
    results.push(result);
    settings.say(`example ${example.name}: ${result.passed} of ${result.checks} checks`);
    for (const failure of result.failures) settings.say(`  ${failure}`);
  }
  if (settings.writes && results.length > 0) await write(results);
  return results.filter(({ failures }) => failures.length > 0).length;
}

async function withProxy<Value>(use: (proxy: AlteringProxy) => Promise<Value>): Promise<Value> {
  const mock = await startMock({ port: 0, log: () => {} });
  const proxy = await startAlteringProxy(mock.url);
  try {
    return await use(proxy);
  } finally {
    await proxy.close();
    await mock.close();
  }
}

async function write(results: readonly ExampleResult[]): Promise<void> {
  const names = new Set(results.map(({ example }) => example));
  const kept = readExampleResults().filter(({ example }) => !names.has(example));
  const all = [...kept, ...results].sort((one, other) => one.example.localeCompare(other.example));
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
}
