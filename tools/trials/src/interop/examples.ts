import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Example } from './example-list.ts';
import type { Command } from './run-command.ts';
import { absentTool, runAll, runOne } from './run-command.ts';
import { type KitResult, type KitTrial, tryKit, withProviders } from './try-kit.ts';
import { vectorsFolder } from './vectors.ts';

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
export interface ExampleResult {
  readonly example: string;
  readonly language: string;
  readonly checks: number;
  readonly passed: number;
  /** The failed checks with what the program printed, or the end of what the failed build printed. */
  readonly failures: readonly string[];
  readonly kit?: KitResult;
}

const verifier = fileURLToPath(new URL('../../../../packages/verifier/src/cli.ts', import.meta.url));
const ofExamples = new URL('../../../../examples', import.meta.url).pathname;
const ofKits = new URL('../../../../packages/kits', import.meta.url).pathname;
const sourceOf = (name: string) =>
  name.startsWith('kit ') ? join(ofKits, name.slice('kit '.length)) : join(ofExamples, name);

/** Builds a copy of the example in `folder`, and runs it against the altering proxies. */
async function tryExample(example: Example, { folder, providers, calls }: KitTrial): Promise<ExampleResult> {
  const { name, language } = example;
  const { url } = providers.mock;
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
  const tried = await tryKit(example, { folder, providers, calls });
  if (tried === undefined) return { ...got, passed: checks.length - failures.length, failures };
  failures.push(...tried.failures);
  const all = checks.length + tried.steps;
  return { ...got, checks: all, passed: all - failures.length, failures, kit: tried.result };
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
  return { right: vectorsFolder, wrongVerdict, wrongOutcome };
}

/** A copy of the vectors in which the one with the id says something else. */
async function copyAltered(folder: string, id: string, part: object): Promise<void> {
  await mkdir(folder);
  for (const name of ['callbacks.json', 'outcomes.json']) {
    const all: { readonly vectors: readonly { readonly id: string }[] } = JSON.parse(
      await readFile(join(vectorsFolder, name), 'utf8'),
    );
    const altered = all.vectors.map((one) => (one.id === id ? { ...one, ...part } : one));
    await writeFile(join(folder, name), JSON.stringify({ ...all, vectors: altered }));
  }
}

interface Settings {
  /** The folder in which the examples are built. */
  readonly room: string;
  /** Whether to replace their lines in the recorded results. */
  readonly writes: boolean;
  /** How many calls of each kit go through faults. */
  readonly calls: number;
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
    const folder = join(settings.room, `example-${example.name.replace(' ', '-')}`);
    const { calls } = settings;
    const result = await withProviders((providers) => tryExample(example, { folder, providers, calls }));
    results.push(result);
    settings.say(`example ${example.name}: ${result.passed} of ${result.checks} checks`);
    for (const failure of result.failures) settings.say(`  ${failure}`);
  }
  if (settings.writes && results.length > 0) await write(results);
  return results.filter(({ failures }) => failures.length > 0).length;
}

async function write(results: readonly ExampleResult[]): Promise<void> {
  const names = new Set(results.map(({ example }) => example));
  const kept = readExampleResults().filter(({ example }) => !names.has(example));
  const all = [...kept, ...results].sort((one, other) => one.example.localeCompare(other.example));
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
}
