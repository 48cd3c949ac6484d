import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ServiceProcess, startServiceProcess } from '@cascade/service/bench';
import { seededRandom, serve } from '@cascade/test-kit';
import { readCommand } from './command.ts';
import { readFigures } from './end-to-end/read-figures.ts';
import { attack } from './hostile/attack.ts';
import { readBooks } from './hostile/books.ts';
import { createDice } from './hostile/dice.ts';
import { startStranger } from './hostile/stranger.ts';
import { findLeaks } from './hostile/tally.ts';
import { quantile, report, round } from './report.ts';

/**
 * Thousands of hostile requests from a seed against the service as operators run it, beside a healthy account. Every
 * answer must be a listed problem or a right 200; log, memory and books are judged afterwards.
 */
const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench hostile --',
  says: 'Hostile requests of 24 kinds from a seed, against the service without --development. Two minutes; writes results/hostile.json.',
  options: {
    requests: { type: 'string', default: '10000', says: 'how many' },
    seed: {
      type: 'string',
      default: String(Date.now() % 1_000_000),
      says: 'of the requests; another each time',
    },
  },
  examples: {
    '': 'as in the result file',
    '--requests 500 --seed 7': 'few, and repeatable',
  },
});
const [requests, seed] = [Number(values.requests), Number(values.seed)];
const connections = 24;
const say = (line: string) => void process.stderr.write(`${line}\n`);
const keys = { attacker: 'hostile-key-5e1f0c', stranger: 'stranger-key-77a1d2' } as const;
const strangersAddress = '+12025558888';
const quietMs = 10_000;

let canaryCalls = 0;
const canary = await serve((_, response) => {
  canaryCalls += 1;
  response.end();
});
const folder = await mkdtemp(join(tmpdir(), 'cascade-hostile-'));
// The database server makes the folder, because it may run as another user than this process.
const dataFolder = join(tmpdir(), `cascade-hostile-${process.pid}`);
const files = { accounts: join(folder, 'accounts.yaml'), config: join(folder, 'service.yaml') };
await writeFile(
  files.accounts,
  JSON.stringify({ accounts: [accountOf('attacker', 1), accountOf('stranger', 7)] }),
);
const simulated = { kind: 'simulator' };
await writeFile(
  files.config,
  JSON.stringify({ gateways: { SMS: simulated, CHATONE: simulated, CHATTWO: simulated } }),
);
try {
  const service = await startServiceProcess({
    args: ['--data', dataFolder, '--accounts', files.accounts, '--config', files.config],
    development: false,
    logLevel: 'trace',
    keptCharacters: Number.POSITIVE_INFINITY,
  });
  try {
    await run(service);
  } finally {
    await service.kill();
  }
} finally {
  await canary.close();
  await rm(folder, { recursive: true });
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
}

async function run(service: ServiceProcess): Promise<void> {
  say(`${requests} requests, seed ${seed}`);
  const alone = startStranger(service.url, keys.stranger, strangersAddress);
  await setTimeout(quietMs);
  const quiet = await alone.stop();
  const memory = watchMemory(service.operationsUrl);
  const before = loadavg()[0];
  const stranger = startStranger(service.url, keys.stranger, strangersAddress);
  const foreign = { requestId: quiet.requestIds[0] ?? '', messageId: 1, cascadeId: 7 };
  const { accepted, ...attacked } = await attack({
    urls: { api: service.url, operations: service.operationsUrl },
    material: {
      dice: createDice(seededRandom(seed)),
      attacker: keys.attacker,
      secrets: [keys.stranger],
      foreign,
      canaryPort: canary.port,
    },
    ...{ requests, connections, say },
  });
  const beside = await stranger.stop();
  const after = loadavg()[0];
  const books = await readBooks(dataFolder, [...accepted, ...quiet.requestIds, ...beside.requestIds]);
  const rssMiB = await memory.stop();
  const exitCode = await service.stop();
  const leaks = findLeaks(service.output, [...Object.values(keys), strangersAddress]);
  const internalErrors = (service.output.match(/"level":(?:50|60)/g) ?? []).length;
  report('hostile', `npx pnpm --filter @cascade/bench hostile -- --requests ${requests} --seed ${seed}`, {
    says: `hostile requests of one account over ${connections} connections and up to 50 more, against the service without --development and with its own PostgreSQL, while another account sends ten messages a second; faults, leaks and the counts of books but messages must be empty or 0`,
    loadAverage: { before, after },
    ...attacked,
    accepted: accepted.length,
    leaks,
    errorsLogged: internalErrors,
    callsToTheCanary: canaryCalls,
    rssMiB,
    books,
    stranger: { quiet: summaryOf(quiet), beside: summaryOf(beside) },
    exitCodeAfterSigterm: exitCode,
  });
  const { messages: _, notReported: __, ...zeros } = books;
  const wrong = [
    ...Object.values(zeros),
    ...Object.values(attacked.faults),
    ...Object.values(leaks),
    canaryCalls,
  ];
  process.exitCode = wrong.every((one) => one === 0) && exitCode === 0 ? 0 : 1;
}

function summaryOf({ answers, times }: Awaited<ReturnType<ReturnType<typeof startStranger>['stop']>>) {
  return {
    answers,
    p50Milliseconds: round(quantile(times, 0.5)),
    p99Milliseconds: round(quantile(times, 0.99)),
    mostMilliseconds: round(times.at(-1) ?? Number.NaN),
  };
}

/** Reads the memory of the service twice a second. */
function watchMemory(operationsUrl: string) {
  const seen: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      // A kept connection may just be closing; a service that has ended is found at its stop.
      await readFigures(operationsUrl).then(
        ({ rssMiB }) => seen.push(rssMiB),
        () => {},
      );
      await setTimeout(500);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return { first: seen[0], most: Math.max(...seen), last: seen.at(-1) };
    },
  };
}

function accountOf(name: keyof typeof keys, cascadeId: number) {
  const stage = {
    uuid: `00000000-0000-4000-8000-00000000000${cascadeId}`,
    channel: 'SMS',
    subject: { id: 1, subject: 'codes' },
  };
  const cascadeOf = (id: number) => ({ id, name: 'codes', stages: [stage] });
  return {
    name,
    keys: [
      { key: keys[name] },
      ...(name === 'attacker' ? [{ key: 'expired-hostile-key', expiresAt: '2026-01-01T00:00:00Z' }] : []),
    ],
    balance: 1_000_000_000_000,
    prices: { SMS: 5 },
    cascades:
      name === 'attacker'
        ? [cascadeOf(1)]
        : [
            cascadeOf(7),
            { ...cascadeOf(1), stages: [{ ...stage, uuid: '00000000-0000-4000-8000-000000000008' }] },
          ],
  };
}
