import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '@cascade/contract';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cascade/embedded-postgres';
import { startMock } from '@cascade/mock';
import { type Fault, startFaultyProxy } from '@cascade/repository/test-kit';
import { recordedRows } from '@cascade/repository/test-kit/recorded';
import { anAccount, readDemoAccounts, startTestService } from '@cascade/service/testing';
import { Client } from 'pg';
import { vectorsFolder } from './inputs.ts';
import { judgeReceiver } from './judge-receiver.ts';
import { judgeKit, type KitOutcomes, type KitStep, kitSteps } from './kit-steps.ts';
import { addCode, type NewCode } from './new-code.ts';
import { type AlteringProxy, startAlteringProxy } from './round-trip.ts';
import {
  absentTool,
  type Command,
  type ForeignTrial,
  fillPlaces,
  runAll,
  runOne,
  say,
} from './run-command.ts';
import { commandOf, commandsOf, everywhere, type Kit, kits, kitsFolder, programsFolder } from './tables.ts';
import { room } from './try-tool.ts';

interface Providers {
  /** Altering proxies before a mock and a service. */
  readonly mock: AlteringProxy;
  readonly service: AlteringProxy;
  /** Services whose database has a fault, by the problem code with which they refuse. */
  readonly broken: Readonly<Record<string, string>>;
}

/** Where a kit is built, and how many calls it makes through faults. */
interface KitRun {
  readonly folder: string;
  readonly providers: Providers;
  readonly calls: number;
}

/** What the table of the kits shows. */
export interface KitResult {
  readonly kit: string;
  readonly language: string;
  readonly checks: number;
  readonly passed: number;
  /** The failed checks with what the program printed, or the end of what the failed build printed. */
  readonly failures: readonly string[];
  /** With which version and code each linter ended. */
  readonly linters: Readonly<Record<string, Linted>>;
  /** Absent if it cannot be built. */
  readonly newCode?: NewCode;
  /** Absent if it cannot be built. */
  readonly outcomes?: Omit<KitOutcomes, 'failures'>;
  readonly lines: ReturnType<typeof linesOf>;
  /** Seconds from an empty folder to the first message, by the lines in the README. */
  readonly firstMessageSeconds?: number;
}

interface Linted {
  readonly version: string;
  readonly code: number | null;
}

/** Builds a copy of the kit, and runs its linters and its programs. */
async function tryKit(kit: Kit, { folder, providers, calls }: KitRun): Promise<KitResult> {
  const { name, language } = kit;
  await rm(folder, { recursive: true, force: true });
  await cp(join(kitsFolder, name), folder, { recursive: true });
  const got = { kit: name, language, lines: linesOf(kit) };
  const broken = await runAll(commandsOf(kit.build, { folder }), folder);
  if (broken !== undefined) return { ...got, checks: 1, passed: 0, failures: [broken], linters: {} };
  const lint = await runLinters(kit, folder);
  const programs = await runPrograms(kit, folder, providers.mock.url);
  const receiver = await judgeReceiver(kit, folder);
  const { outcomes, ...steps } = await takeSteps(kit, { folder, providers, calls });
  const { newCode, ...codes } = await addCode(kit, folder);
  const url = `${providers.mock.url}/plain`;
  const first = await sendFirst(kit, { built: folder, folder: `${folder}-first`, url });
  const parts = [lint, programs, receiver, steps, codes, first];
  const failures = parts.flatMap((part) => part.failures);
  const checks = parts.reduce((sum, part) => sum + part.checks, 0);
  return {
    ...got,
    checks,
    passed: checks - failures.length,
    failures,
    linters: lint.linters,
    outcomes,
    newCode,
    firstMessageSeconds: first.seconds,
  };
}

async function runLinters(kit: Kit, folder: string) {
  const linters: Record<string, Linted> = {};
  const failures: string[] = [];
  for (const [name, written] of Object.entries(kit.linters)) {
    const run = commandOf(written.run, { folder });
    const { code, end } = await runOne(run, { cwd: folder });
    const asked: Command =
      written.version === undefined ? [run[0], '--version'] : commandOf(written.version, { folder });
    const { out } = await runOne(asked, { cwd: folder });
    linters[name] = { version: /\d+(\.\d+)+/.exec(out)?.[0] ?? out.trim(), code };
    if (code !== 0) failures.push(`${name}: ${end}`);
  }
  return { checks: Object.keys(linters).length, failures, linters };
}

/** One run of a program of a kit. */
interface Check {
  readonly says: string;
  /** `judged`: the verifier judges `send` as a client (§7, §9). */
  readonly program: 'send' | 'verify' | 'crash' | 'judged';
  /** Sends the same request id as the other checks that say so; else a new one. */
  readonly sharesId?: boolean;
  /** Variables that differ from those of the demo account. */
  readonly environment: Readonly<Record<string, string>>;
  /** What its output must match, with the request id as `REQUEST-ID`. */
  readonly prints: RegExp;
  readonly endsWith: number | 'not zero';
}

/** What the programs of a kit must do against the altering proxy at `url`. */
function checksOf(kit: Kit, url: string, altered: readonly AlteredVectors[]): Check[] {
  const plain = { CASCADE_URL: `${url}/plain` };
  return [
    {
      says: 'no connection',
      program: 'send',
      environment: { CASCADE_URL: 'http://127.0.0.1:9' },
      // Nothing was sent.
      prints: /^not scheduled: ./,
      endsWith: 1,
    },
    {
      says: 'an answer without a problem',
      program: 'send',
      environment: { CASCADE_URL: `${url}/elsewhere` },
      prints: /^not scheduled: .*404/,
      endsWith: 1,
    },
    {
      says: 'a success with more members',
      program: 'send',
      sharesId: true,
      environment: { CASCADE_URL: `${url}/extra-member` },
      prints: /^scheduled REQUEST-ID$/,
      endsWith: 0,
    },
    {
      says: 'the same request again',
      program: 'send',
      sharesId: true,
      environment: plain,
      // An earlier call has scheduled it; some kits report a refusal.
      prints: /^(unknown|not scheduled): requestId-is-not-unique: ./,
      endsWith: 'not zero',
    },
    // The code that has two spellings (§7.1).
    refusal('another cascade', 'cascade-scheduling-request-(is-)?not-valid: .', {
      ...plain,
      CASCADE_ID: '4010',
    }),
    refusal('a wrong key', 'auth-error: .', { ...plain, CASCADE_API_KEY: 'wrong' }),
    { says: 'the verifier of clients', program: 'judged', environment: {}, prints: /./, endsWith: 0 },
    refusal('a status that is not described', 'new-code: .', { CASCADE_URL: `${url}/status-402` }),
    verification('the vectors', vectorsFolder, 0),
    ...altered.map(({ name, folder }) =>
      verification(`vectors with a wrong row in ${name}`, folder, 'not zero'),
    ),
    ...(kit.crash === undefined ? [] : [crash]),
  ];
}

function refusal(says: string, wanted: string, environment: Check['environment']): Check {
  const prints = new RegExp(`^not scheduled: ${wanted}`);
  return { says, program: 'send', environment, prints, endsWith: 1 };
}

function verification(says: string, folder: string, endsWith: Check['endsWith']): Check {
  return { says, program: 'verify', environment: { CASCADE_VECTORS: folder }, prints: /^/, endsWith };
}

const crash: Check = {
  says: '100 kills of a receiver',
  program: 'crash',
  environment: {},
  prints: /^/,
  endsWith: 0,
};

async function runPrograms(kit: Kit, folder: string, url: string) {
  const checks = checksOf(kit, url, await alteredVectors(kit, folder));
  const sharedId = crypto.randomUUID();
  const failures: string[] = [];
  for (const check of checks) {
    const failure = await runCheck(kit, folder, check, check.sharesId ? sharedId : crypto.randomUUID());
    if (failure !== undefined) failures.push(`${check.says}: ${failure}`);
  }
  return { checks: checks.length, failures };
}

const verifier = fileURLToPath(new URL('cli.ts', import.meta.resolve('@cascade/verifier')));
const promises = join(programsFolder, 'client.yaml');
/** What a client is judged by; the command of the client follows. */
const judging = [process.execPath, verifier, 'client', '--profile', promises, '--assumptions', '--'] as const;

/** What the program did, if it is not what the check expects. */
async function runCheck(kit: Kit, folder: string, check: Check, requestId: string) {
  const { program, prints, endsWith } = check;
  const args = program === 'send' ? ['+12025550100', 'Code 4821', requestId] : [];
  const environment = { CASCADE_API_KEY: 'demo-key', CASCADE_ID: '2002', ...check.environment };
  const command: Command =
    program === 'judged'
      ? [...judging, ...commandOf(kit.send, { folder })]
      : commandOf(kit[program] ?? '', { folder });
  const { code, out, end } = await runOne([...command, ...args], { cwd: folder, environment });
  const isEnd = endsWith === 'not zero' ? code !== 0 : code === endsWith;
  if (isEnd && prints.test(out.trim().replace(requestId, 'REQUEST-ID'))) return undefined;
  return `ended with ${code}: ${end}`;
}

/** A folder of vectors in which one row of one file says something else. */
interface AlteredVectors {
  readonly name: string;
  readonly folder: string;
}

const defaultReads = ['callbacks', 'outcomes'];

/** For each file of vectors the id of a row, and what is made of it. */
const alterations: Readonly<Record<string, readonly [id: string, part: object]>> = {
  callbacks: ['invalid-body', { verdict: 'valid' }],
  outcomes: ['first-undelivered', { outcome: 'failed' }],
  calls: ['302-to-a-page-that-answers-200', { outcome: 'scheduled' }],
  receptions: ['a-repeat-while-the-first-is-handled', { handled: 2 }],
};

/** For each file that a kit is held to, a folder in which one of its rows is wrong. */
async function alteredVectors({ reads = defaultReads }: Kit, folder: string): Promise<AlteredVectors[]> {
  const made = reads.map(async (name): Promise<AlteredVectors> => {
    const altered = join(folder, `wrong-${name}`);
    await mkdir(altered);
    for (const file of reads) await copyAltered(file, altered, file === name);
    return { name, folder: altered };
  });
  return Promise.all(made);
}

async function copyAltered(name: string, folder: string, isWrong: boolean): Promise<void> {
  const all: { readonly vectors: readonly { readonly id: string }[] } = JSON.parse(
    await readFile(join(vectorsFolder, `${name}.json`), 'utf8'),
  );
  const [id, part] = alterations[name] ?? ['', {}];
  const rows = all.vectors.map((row) => (isWrong && row.id === id ? { ...row, ...part } : row));
  await writeFile(join(folder, `${name}.json`), JSON.stringify({ ...all, vectors: rows }));
}

/** Of eleven requests: a length that has no factor in common with the attempts of a call. */
const faultsInTurn: readonly Fault[] = [
  'forwarded, dropped',
  'none',
  'reset',
  'overload',
  'forwarded, reset',
  'none',
  'forwarded, page',
  'forwarded, delayed',
  'none',
  'forwarded, cut',
  'none',
];

const attempts = 5;

async function takeSteps(kit: Kit, { folder, providers: { mock, service, broken }, calls }: KitRun) {
  const faulty = await startFaultyProxy(`${mock.url}/counted`);
  faulty.next(
    ...Array.from(
      { length: calls * attempts },
      (_, index): Fault => faultsInTurn[index % faultsInTurn.length] ?? 'none',
    ),
  );
  const urls = { mock: mock.url, service: service.url, broken, faulty: faulty.url };
  const steps = kitSteps({ ...urls, calls, attempts });
  const printed = await runInParts(steps, folder, (file) =>
    runOne([...commandOf(kit.steps, { folder }), file], { cwd: folder, seconds: 3_600 }),
  );
  await faulty.close();
  const { failures, ...outcomes } = judgeKit(steps, printed, mock.accepted());
  return { checks: steps.length, failures, outcomes };
}

const programs = 64;

/** As many programs at once take a part of the steps each: calls through faults mostly wait. */
async function runInParts(
  steps: readonly KitStep[],
  folder: string,
  run: (file: string) => Promise<{ readonly out: string; readonly end: string }>,
): Promise<string> {
  const size = Math.max(50, Math.ceil(steps.length / programs));
  process.setMaxListeners(programs + 10); // each has one
  const parts = Array.from({ length: Math.ceil(steps.length / size) }, async (_, index) => {
    const file = join(folder, `steps-${index}.jsonl`);
    const part = steps.slice(index * size, (index + 1) * size);
    await writeFile(file, part.map((step) => `${JSON.stringify(step)}\n`).join(''));
    const { out, end } = await run(file);
    const lines = out.trimEnd().split('\n');
    // A program that ends early must not move the lines of the next one.
    return part.map((_, line) => lines[line] || end.replaceAll('\n', ' ')).join('\n');
  });
  return (await Promise.all(parts)).join('\n');
}

/** What tools call the folders of what they have fetched; these are empty. */
const cachesIn = (folder: string) => ({
  PIP_NO_CACHE_DIR: '1',
  GOMODCACHE: `${folder}/modules`,
  GOCACHE: `${folder}/go`,
  GOFLAGS: '-modcacherw',
  MAVEN_OPTS: `-Dmaven.repo.local=${folder}/maven`,
  COMPOSER_CACHE_DIR: `${folder}/composer`,
  CARGO_HOME: `${folder}/cargo`,
});

interface First {
  /** Where the kit is built. */
  readonly built: string;
  /** To be empty. */
  readonly folder: string;
  readonly url: string;
}

/** Types what the README of the kits says under the language of a kit, in an empty folder. */
async function sendFirst({ name, first }: Kit, { built, folder, url }: First) {
  const caches = `${folder}-caches`;
  for (const one of [folder, caches]) await rm(one, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const readme = readFileSync(join(kitsFolder, 'README.md'), 'utf8').replaceAll('http://127.0.0.1:4010', url);
  const section =
    readme
      .split(/^## /m)
      .slice(1)
      .find((one) => one.includes(`](${name})`)) ?? '';
  const blocks = section.matchAll(/^(?:`([\w./]+)`:\n\n)?```\w+\n(.*?)^```/gms);
  const lines = [...blocks].map(([, file, text = '']) =>
    file === undefined ? text : `cat > ${file} <<'END OF FILE'\n${text}END OF FILE\n`,
  );
  const start = performance.now();
  const { out, end } = await runOne(
    ['bash', '-ec', [...lines, fillPlaces(first ?? '', { ...everywhere, folder: built })].join('')],
    {
      cwd: folder,
      environment: { CASCADE: repositoryRoot, ...cachesIn(caches) },
    },
  );
  const seconds = Math.round((performance.now() - start) / 100) / 10;
  const isSent = /scheduled [\w-]{36}/.test(out);
  return { checks: 1, seconds, failures: isSent ? [] : [`the lines of the README: ${end}`] };
}

/** Lines without code: blank, comments, imports, lone brackets. */
const noCode = /^\s*($|\/\/|\/\*|\*|#|"""|[\])}]+[;,]?$|import |from |use |using |package |namespace )/;

/** The files that `npm run generate` writes. */
const isList = /^(problems\.py|codes\.(go|rs)|(ProblemCode|UndeliveredReason|Codes)\.\w+)$/;

/** What a kit makes of the catalogue and of bodies: models, and the facts of a code. */
const isModel = new RegExp(
  `^(${[
    'models\\.(py|go|rs)',
    'facts\\.(py|rs)',
    'problem\\.(go|rs)',
    '(CascadeException|Code|Entry|Facts|Message|Problem|Reason|Registration|StatusEvent|Template)\\.java',
    '(Errors|Facts|Json|Models)\\.cs',
    '(Facts|Violation|Scheduled|StatusEvent|Claim|CascadeException|InvalidArgument|NotSent|NoAnswer|Unreadable|Refused|UnknownOutcome|Rejected)\\.php',
  ].join('|')})$`,
);

/** Lines with code of the sources: all, without the generated lists, and without models and codes. */
export function linesOf({ name, sources }: Pick<Kit, 'name' | 'sources'>) {
  const lines = { all: 0, kit: 0, rest: 0 };
  for (const folder of sources)
    for (const file of readdirSync(join(kitsFolder, name, folder))) {
      if (!['.py', '.go', '.java', '.php', '.rs', '.cs'].includes(extname(file)) || file.includes('test'))
        continue;
      const text = readFileSync(join(kitsFolder, name, folder, file), 'utf8');
      // A docstring is a comment of several lines.
      const code = text.replaceAll(/"""[\s\S]*?"""/g, '').split('\n');
      const count = code.filter((line) => !noCode.test(line)).length;
      lines.all += count;
      if (!isList.test(file)) lines.kit += count;
      if (!isList.test(file) && !isModel.test(file)) lines.rest += count;
    }
  return lines;
}

/** Refused is its second request within a second. */
const limited = anAccount('limited', { balance: 1_000, settings: { limits: { requestsPerSecond: 1 } } });

/** Each kit has a mock and services of its own. */
async function withProviders<Value>(use: (providers: Providers) => Promise<Value>): Promise<Value> {
  await using open = new AsyncDisposableStack();
  const keep = <One extends { close(): Promise<void> }>(one: One) => open.adopt(one, () => one.close());
  const mock = keep(await startMock({ port: 0, log: () => {} }));
  const accounts = [...(await readDemoAccounts()), limited];
  const service = keep(await startTestService({ accounts }));
  const broken: Record<string, string> = {};
  for (const [code, breakIt] of Object.entries(faultsOfDatabase))
    broken[code] = keep(await startBroken(breakIt)).url;
  const ofMock = await startAlteringProxy(mock.url);
  const ofService = await startAlteringProxy(service.url);
  return await use({ mock: keep(ofMock), service: keep(ofService), broken });
}

/** What makes the service answer with a code of 5xx. */
const faultsOfDatabase: Readonly<Record<string, (postgres: EmbeddedPostgres) => Promise<unknown>>> = {
  'system-error': async ({ connectionString }) => {
    const client = new Client({ connectionString });
    await client.connect();
    // The owner of a table may take a right from itself.
    await client.query('revoke insert on cascade.messages from current_user');
    await client.end();
  },
  'service-unavailable': (postgres) => postgres.stop(),
};

/** A service on a PostgreSQL of its own, which breaks while the service runs. */
async function startBroken(breakIt: (postgres: EmbeddedPostgres) => Promise<unknown>) {
  // Made by its server, which may run as another user than this process.
  const dataFolder = join(tmpdir(), `cascade-broken-${crypto.randomUUID()}`);
  const postgres = await startEmbeddedPostgres({ dataFolder });
  const service = await startTestService({
    database: postgres.connectionString,
    accounts: await readDemoAccounts(),
  });
  await breakIt(postgres);
  const close = async () => {
    await service.close();
    await postgres.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  return { url: service.url, close };
}

/** The recorded results. */
export const kitResults = recordedRows<KitResult>(
  new URL('../../results/kits.json', import.meta.url),
  ({ kit }) => kit,
);

/** Each kit, with as many calls through faults. */
export function kitTrials(calls: number): readonly ForeignTrial[] {
  return kits.map((kit) => ({
    name: `kit ${kit.name}`,
    absent: () => absentTool(commandsOf(kit.needs)),
    async run(writes) {
      const folder = `${room}kit-${kit.name}`;
      const result = await withProviders((providers) => tryKit(kit, { folder, providers, calls }));
      say(`kit ${kit.name}: ${result.passed} of ${result.checks} checks`, result.failures);
      if (writes) record(result);
      return result.failures.length === 0;
    },
  }));
}

/** Fewer calls do not replace more. */
function record(result: KitResult): void {
  const former = kitResults.read().find(({ kit }) => kit === result.kit)?.outcomes?.calls;
  const { outcomes } = result;
  const keepsCalls = outcomes !== undefined && former !== undefined && allOf(former) > allOf(outcomes.calls);
  kitResults.replace([keepsCalls ? { ...result, outcomes: { ...outcomes, calls: former } } : result]);
}

function allOf({ scheduled, unknown }: KitOutcomes['calls']): number {
  return scheduled + unknown;
}
