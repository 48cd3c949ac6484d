import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startProgram } from '@cascade/repository/test-kit';
import { type Report, readProfile, verify } from '@cascade/verifier';
import { Pool } from 'undici';
import { allStatuses, apiKey } from '../../harness/accounts.ts';
import type { Bed } from '../../harness/bed.ts';
import { bodyOf, headersOf, schedulePath } from '../../harness/callers.ts';
import type { IntervalReport } from '../../harness/children/report-receiver.ts';
import { type Forked, forkModule, saturate, startLoad } from '../../harness/fork.ts';
import {
  insertAccounts,
  type Measure,
  newItem,
  openAcceptance,
  openEmptyStore,
  openIntake,
} from '../../harness/intake.ts';
import { lacksPrism, prismArgs, prismVersion } from '../../harness/prism.ts';
import { processorSeconds, treeSeconds } from '../../harness/processes.ts';
import { startReporter, startRunningService } from '../../harness/receivers.ts';
import { load } from '../../harness/statistics.ts';
import { until, untilItAnswers } from '../../harness/waits.ts';
import type { ComparedPart, MeasuredTurn, PreparedSides } from './part.ts';

const mockProgram = fileURLToPath(new URL('cli.ts', import.meta.resolve('@cascade/mock')));

/** A mock in a process of its own. */
async function startMock(
  bed: Bed,
  ...options: readonly string[]
): Promise<{ readonly url: string; readonly pid: number }> {
  const child = startProgram(process.execPath, [mockProgram, '--port', '0', '--quiet', ...options]);
  bed.use(child, (one) => one.end());
  const [url] = await child.printed(/http:\S+\d/, 60);
  return { url, pid: child.process.pid ?? Number.NaN };
}

const mockFigures: ComparedPart['figures'] = {
  rate: { says: 'requests', unit: 'a second', better: 'higher' },
  processor: { says: 'processor time of a request', unit: 'µs', better: 'lower' },
};

export const mock: ComparedPart = {
  name: 'mock',
  says: 'answers scheduling requests over 16 connections; ours also judges them by the rules, and remembers them',
  peer: "Prism's command, with the same description and without a log",
  figures: mockFigures,
  async prepare({ seconds }, bed) {
    const absent = await lacksPrism(prism);
    if (absent !== undefined) return { absent };
    const ours = await startMock(bed);
    const peer = await startPrism(bed);
    const measure =
      (url: string, pid: number): MeasuredTurn =>
      async () => {
        const before = processorSeconds(pid);
        const load = await saturate({ url, key: 'demo-key', connections: 16, seconds: seconds(2) });
        const processor = ((processorSeconds(pid) - before) / load.calls) * 1e6;
        return { rate: load.perSecond, processor };
      };
    return { ours: measure(ours.url, ours.pid), peer: measure(peer.url, peer.pid) };
  },
};

/** What npm has installed is kept here from run to run. */
const prism = join(tmpdir(), `cascade-prism-${prismVersion}`);
const description = createRequire(import.meta.url).resolve('@cascade/spec/generated/openapi.yaml');

/** `prism mock` for our description, without its log: to write that costs it half of its speed. */
async function startPrism(bed: Bed): Promise<{ readonly url: string; readonly pid: number }> {
  const port = await freePort();
  const args = [...prismArgs(prism, port, description), '--verboseLevel', 'warn'];
  const environment = { ...process.env, NODE_ENV: '' };
  const child = bed.use(startProgram(process.execPath, args, { environment }), (one) => one.end('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(url, child);
  return { url, pid: child.process.pid ?? Number.NaN };
}

/** As many as it remembers at most. */
const remembered = 10_000;
/** In a turn: few, since the peer remembers them. */
const measured = 500;

export const mockRemembering: ComparedPart = {
  name: 'mock-remembering',
  says: `${measured} scheduling requests to a mock that remembers ${remembered} messages`,
  peer: `the same to a mock that has refused ${remembered} for want of money, and remembers those of the turns before alone`,
  figures: mockFigures,
  async prepare({ times }, bed) {
    const full = await askedMock(bed, times(remembered), 'demo-key');
    const empty = await askedMock(bed, times(remembered), 'poor-key');
    return { ours: full, peer: empty };
  },
};

/** Measures a mock in a process of its own that has answered `before` requests of an account. */
async function askedMock(bed: Bed, before: number, key: 'demo-key' | 'poor-key'): Promise<MeasuredTurn> {
  const mock = await startMock(bed);
  const pool = bed.use(new Pool(mock.url, { connections: 16 }), (one) => one.destroy());
  await sendTo(pool, before, { key });
  // Warms up what only accepted requests run.
  await sendTo(pool, measured);
  return async () => {
    const processor = processorSeconds(mock.pid);
    const begin = performance.now();
    await sendTo(pool, measured);
    const seconds = (performance.now() - begin) / 1_000;
    return {
      rate: measured / seconds,
      processor: ((processorSeconds(mock.pid) - processor) / measured) * 1e6,
    };
  };
}

/** That many requests of an account. @throws {Error} if an answer is not that of the account. */
async function sendTo(pool: Pool, count: number, { key = 'demo-key', callers = 16 } = {}): Promise<void> {
  const headers = headersOf(key);
  const expected = key === 'demo-key' ? 200 : 400;
  let left = count;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      const request = { method: 'POST', path: schedulePath, headers, body: bodyOf(randomUUID()) } as const;
      const { statusCode, body } = await pool.request(request);
      await body.dump();
      if (statusCode !== expected) throw new Error(`expected ${expected}, got ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

const profilePath = new URL('../profiles/mock.yaml', import.meta.resolve('@cascade/verifier'));
const verifierFigures: ComparedPart['figures'] = {
  time: { says: 'a run', unit: 's', better: 'lower' },
  processor: { says: 'processor time of a run, without the mock', unit: 's', better: 'lower' },
};

export const verifier: ComparedPart = {
  name: 'verifier',
  says: 'judges the mock by all scenarios, at the usual depth',
  peer: 'as many plain requests to the mock, one after another, whose answers are not read',
  figures: verifierFigures,
  prepare: (_, bed) =>
    atTheMock(bed, async (url, run) => {
      const { requests } = await run(false);
      return { ours: () => run(false), peer: () => sendPlain(url, requests) };
    }),
};

export const verifierFast: ComparedPart = {
  name: 'verifier-fast',
  says: 'judges the mock with --fast: fewer generated cases, and no second judge',
  peer: 'a run at the usual depth',
  figures: verifierFigures,
  prepare: (_, bed) => atTheMock(bed, async (__, run) => ({ ours: () => run(true), peer: () => run(false) })),
};

type Run = (fast: boolean) => Promise<Report>;
type Sides = Readonly<Record<'ours' | 'peer', () => Promise<unknown>>>;

async function atTheMock(
  bed: Bed,
  sidesOf: (url: string, run: Run) => Promise<Sides>,
): Promise<PreparedSides> {
  // With its clock no run waits for repeated callbacks.
  const mock = await startMock(bed, '--control');
  const profile = await readProfile(fileURLToPath(profilePath));
  const run: Run = async (fast) => {
    const report = await verify({ target: mock.url, profile, fast });
    if (report.findings.length > 0) throw new Error(`the verifier has ${report.findings.length} findings`);
    return report;
  };
  const { ours, peer } = await sidesOf(mock.url, run);
  return { ours: timed(ours), peer: timed(peer) };
}

function timed(work: () => Promise<unknown>): MeasuredTurn {
  return async () => {
    const processor = process.cpuUsage();
    const begin = performance.now();
    await work();
    const { user, system } = process.cpuUsage(processor);
    return { time: (performance.now() - begin) / 1_000, processor: (user + system) / 1e6 };
  };
}

async function sendPlain(url: string, count: number): Promise<void> {
  const pool = new Pool(url, { connections: 1 });
  await sendTo(pool, count, { callers: 1 });
  await pool.destroy();
}

const connectionsOfAccept = 64;

/** A part whose limit is the server without a store. */
function acceptancePart(name: string, side: 'withoutEngine' | 'withEngine', says: string): ComparedPart {
  return {
    name,
    says,
    peer: 'the same server and checks without a store',
    figures: { rate: { says: 'requests accepted', unit: 'a second', better: 'higher' } },
    async prepare({ seconds }, bed) {
      const acceptance = await openAcceptance(bed);
      const measure = (load: Measure) => async () =>
        (await load(connectionsOfAccept, seconds(1.5))).perSecond;
      return { ours: measure(acceptance[side]), peer: measure(acceptance.floor) };
    },
  };
}

export const intake = acceptancePart(
  'intake',
  'withoutEngine',
  `accepts over HTTP from ${connectionsOfAccept} connections, each request committed before its answer; nothing works on what is accepted`,
);

export const groupCommit: ComparedPart = {
  name: 'group-commit',
  says: `${connectionsOfAccept} callers of the intake in one process and for one account, each message durable before its answer; those that come during a commit share the next`,
  peer: 'one transaction for each message',
  figures: { rate: { says: 'messages accepted', unit: 'a second', better: 'higher' } },
  async prepare({ seconds }, bed) {
    const { pool } = await openEmptyStore(bed, { poolSize: 30 });
    const { intake: shared, commit } = openIntake(pool);
    const [accountId = 0] = await insertAccounts(pool);
    const measure = (once: () => Promise<unknown>) => async () =>
      (await load(connectionsOfAccept, seconds(1.5), once)).perSecond;
    return {
      ours: measure(() => shared.submit(newItem(accountId))),
      peer: measure(() => commit([newItem(accountId)])),
    };
  },
};

export const accept = acceptancePart(
  'accept',
  'withEngine',
  `the running service accepts over HTTP from ${connectionsOfAccept} connections, while it sends what it has accepted and reports with three callbacks each`,
);

const floor = new URL('../../harness/children/floor.ts', import.meta.url);

/** A part that takes a number of cascades from the request to the last callback, as fast as it can. */
function endToEndPart(name: string, statuses: readonly string[], cascades: number): ComparedPart {
  return {
    name,
    says: `${cascades} cascades over 128 connections, from the first request to the last callback; each has ${statuses.length} of them. The rate is that of the first 95 of 100`,
    peer: 'the same HTTP server, callback sender, load and receiver with nothing kept in between',
    figures: {
      rate: { says: 'cascades', unit: 'a second', better: 'higher' },
      last: { says: 'until the last has ended', unit: 's', better: 'lower' },
      processor: { says: "Node's processor time of a cascade", unit: 'µs', better: 'lower' },
      all: { says: "processor time of a cascade, PostgreSQL's included", unit: 'µs', better: 'lower' },
    },
    async prepare({ times }, bed) {
      const side = sideOf(times(cascades));
      const ours = await startRunningService(bed, statuses);
      const receiver = await startReporter(bed, 100);
      const args = [receiver.message, statuses.join(',')];
      const without = bed.closing(await forkModule<string>(floor, args));
      return {
        ours: side(ours.receiver, ours.service),
        peer: side(receiver, { url: without.message, pid: without.pid }),
      };
    },
  };
}

/** Measures that many cascades at a server with a receiver. */
function sideOf(count: number) {
  const most = Math.floor(count * 0.95);
  return (
    receiver: Forked<string>,
    { url, pid }: { readonly url: string; readonly pid: number },
  ): MeasuredTurn =>
    async () => {
      const processor = processorSeconds(pid);
      const all = treeSeconds(pid);
      const begin = performance.now();
      const load = startLoad({ urls: [url], keys: [apiKey], rate: count, seconds: 1 });
      try {
        const times = await untilEnded(receiver, [most, count]);
        const [mostSeconds = Number.NaN, last = Number.NaN] = times.map((time) => (time - begin) / 1_000);
        return {
          rate: most / mostSeconds,
          last,
          processor: ((processorSeconds(pid) - processor) / count) * 1e6,
          all: ((treeSeconds(pid) - all) / count) * 1e6,
        };
      } finally {
        load.kill();
      }
    };
}

/** The times at which as many cascades had been reported DELIVERED; the numbers rise. */
async function untilEnded(receiver: Forked<string>, counts: readonly number[]): Promise<readonly number[]> {
  let ended = 0;
  const times: number[] = [];
  const note = (got: IntervalReport) => {
    ended += got.ended;
    while (times.length < counts.length && ended >= (counts[times.length] ?? 0))
      times.push(performance.now());
  };
  receiver.process.on('message', note);
  const what = () => `${counts.at(-1)} cascades had ended; ${ended} have`;
  await until(what, () => times.length === counts.length, { seconds: 120 }).finally(() =>
    receiver.process.off('message', note),
  );
  return times;
}

export const endToEnd = endToEndPart('end-to-end', allStatuses, 3_000);
export const endToEndDelivered = endToEndPart('end-to-end-delivered', ['DELIVERED'], 3_000);
