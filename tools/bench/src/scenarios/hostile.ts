import { setTimeout } from 'node:timers/promises';
import { seededRandom, serve } from '@cascade/repository/test-kit';
import type { LoadAccount } from '../harness/accounts.ts';
import { drain, lookInside } from '../harness/audit.ts';
import { startTraffic, type Traffic } from '../harness/callers.ts';
import { readFigures } from '../harness/metrics.ts';
import { number, scenario, seed } from '../harness/scenario.ts';
import { latency, round } from '../harness/statistics.ts';
import { repeat } from '../harness/waits.ts';
import { createDice, marks } from './hostile/attacks.ts';
import { attack } from './hostile/volley.ts';

const connections = 24;
const keys = { attacker: 'hostile-key-5e1f0c', stranger: 'stranger-key-77a1d2' } as const;
const strangersAddress = '+12025558888';
const quietMs = 10_000;

const accounts: readonly LoadAccount[] = [
  {
    name: 'attacker',
    keys: [{ key: keys.attacker }, { key: 'expired-hostile-key', expiresAt: '2026-01-01T00:00:00Z' }],
    cascades: { 1: ['SMS'] },
  },
  { name: 'stranger', keys: [{ key: keys.stranger }], cascades: { 7: ['SMS'], 1: ['SMS'] } },
];

/** Every answer must be a listed problem or a right 200; log, memory and books are judged afterwards. */
export default scenario({
  says: 'Hostile requests of 24 kinds from a seed, against the service as operators run it, without --development, beside a healthy account. Writes results/hostile.json. Ends with 1 if an answer, the log or the books are wrong.',
  minutes: 2,
  options: { requests: number('how many', 10_000), seed: seed('of the requests') },
  examples: { '': 'as in the result file', '--requests 500 --seed 7': 'few, and repeatable' },
  async run({ bed, values: { requests, seed: given }, say, report }) {
    let canaryCalls = 0;
    const canary = bed.closing(
      await serve((_, response) => {
        canaryCalls += 1;
        response.end();
      }),
    );
    const simulated = { kind: 'simulator' };
    const service = await bed.service({
      accounts,
      config: { gateways: { SMS: simulated, CHATONE: simulated, CHATTWO: simulated } },
      development: false,
      logLevel: 'trace',
      keptCharacters: Number.POSITIVE_INFINITY,
    });
    say(`${requests} requests, seed ${given}`);
    const message = { cascadeId: 1, address: strangersAddress };
    const startStranger = () => startTraffic(service.url, [{ key: keys.stranger, perSecond: 10, message }]);
    const alone = startStranger();
    await setTimeout(quietMs);
    const quiet = await alone.stop();
    const memory = watchMemory(service.operationsUrl);
    const stranger = startStranger();
    const { accepted, ...attacked } = await attack({
      urls: { api: service.url, operations: service.operationsUrl },
      material: {
        dice: createDice(seededRandom(given)),
        attacker: keys.attacker,
        secrets: [keys.stranger],
        foreign: { requestId: quiet.ids[0] ?? '', messageId: 1, cascadeId: 7 },
        canaryPort: canary.port,
      },
      requests,
      connections,
      say,
    });
    const beside = await stranger.stop();
    const all = [...accepted, ...quiet.ids, ...beside.ids];
    const books = await readBooks(bed.dataFolder, all);
    const rssMiB = await memory.stop();
    const exitCode = await service.stop();
    const leaks = findLeaks(service.output, [...Object.values(keys), strangersAddress]);
    report({
      says: `hostile requests of one account over ${connections} connections and up to 50 more, against the service without --development and with its own PostgreSQL, while another account sends ten messages a second; faults, leaks and the counts of books but messages must be empty or 0`,
      ...attacked,
      accepted: accepted.length,
      leaks,
      errorsLogged: (service.output.match(/"level":(?:50|60)/g) ?? []).length,
      callsToTheCanary: canaryCalls,
      rssMiB,
      books,
      stranger: { quiet: summaryOf(quiet), beside: summaryOf(beside) },
      exitCodeAfterSigterm: exitCode,
    });
    const { messages: _, notReported: __, ...zeros } = books;
    const wrong = [zeros, attacked.faults, leaks].flatMap((counts) => Object.values<number>(counts));
    return [...wrong, canaryCalls].every((one) => one === 0) && exitCode === 0;
  },
});

function summaryOf({ byStatus, answers }: Traffic) {
  const times = answers.map(({ took }) => took);
  return { answers: byStatus, ...latency(times), mostMilliseconds: round(Math.max(...times)) };
}

/** Reads the memory of the service twice a second. */
function watchMemory(operationsUrl: string) {
  const seen: number[] = [];
  const stop = repeat(500, async () => {
    // A kept connection may just be closing; a service that has ended is found at its stop.
    const figures = await readFigures(operationsUrl).catch(() => undefined);
    if (figures !== undefined) seen.push(figures.rssMiB);
  });
  return {
    async stop() {
      await stop();
      return { first: seen[0], most: Math.max(...seen), last: seen.at(-1) };
    },
  };
}

/** What must not be in the log, as often as it is there. */
function findLeaks(log: string, more: readonly string[]): Readonly<Record<string, number>> {
  const secrets = [...Object.values(marks), marks.address.slice(1), ...more];
  return Object.fromEntries(
    secrets.flatMap((secret) => {
      const times = log.split(secret).length - 1;
      return times === 0 ? [] : [[secret, times]];
    }),
  );
}

/** Waits until all messages have ended, and compares the store with the answers. */
async function readBooks(dataFolder: string, accepted: readonly string[]) {
  const look = lookInside(dataFolder);
  const drained = await drain([look], [], { patienceMs: 120_000, pauseMs: 1_000 });
  // They are compared as sent, below.
  const { missing: _, ...last } = drained.last;
  const unknown = { notOnce: Number.NaN, wronglySpent: Number.NaN };
  const { rows } = await look((pool) => pool.query<typeof unknown>(comparison, [accepted]));
  return { ...last, ...(rows[0] ?? unknown) };
}

/**
 * How many that were answered with 200 are not in the store exactly once, and how many accounts spent not
 * five for each delivered message.
 */
const comparison = `
select
  (select count(*)::int from unnest($1::text[]) as accepted (id)
    where (select count(*) from cascade.messages where request_id_as_sent = accepted.id) <> 1) as "notOnce",
  (select count(*)::int from cascade.accounts a
    where (select coalesce(sum(amount), 0) from cascade.ledger l where l.account_id = a.id and l.credit = 'spent')
      <> 5 * (select count(*) from cascade.status_events e join cascade.messages m on m.id = e.message_id
        where m.account_id = a.id and e.status = 'DELIVERED')) as "wronglySpent"`;
