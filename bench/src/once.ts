import { loadavg } from 'node:os';
import { readCommand } from './command.ts';
import { gatewayKindOf } from './gateway-view.ts';
import { type Scene, type Step, sendOnce } from './once/send-once.ts';
import { report } from './report.ts';

/** Once means once: without any fault, the gateway gets each message one time. */
const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench once --',
  says: 'Sends messages without any fault, while accounts are locked as bookings lock them, and counts at a gateway outside how often each is sent: by HTTP and SMPP, one and two replicas, one account and a thousand, at several rates and saturated. Half an hour for more than 100,000 messages; writes results/once.json. Ends with 1 if one was sent twice, or never.',
  options: {
    seconds: { type: 'string', default: '30', says: 'of each load' },
    gateways: { type: 'string', default: 'http,smpp', says: 'kinds of gateways' },
    replicas: { type: 'string', default: '1,2', says: 'numbers of replicas' },
    accounts: { type: 'string', default: '1,1000', says: 'numbers of accounts' },
    rates: { type: 'string', default: '5,20,50,100,300,saturated', says: 'messages a second' },
    latency: { type: 'string', default: '100', says: 'milliseconds until the gateway answers' },
    lock: { type: 'string', default: '10-80', says: 'milliseconds that accounts are locked, or none' },
    quick: { type: 'boolean', says: 'three loads of two scenes, in less than a minute; writes nothing' },
  },
  examples: { '': 'as in the result file', '--quick': 'to try it' },
});
const list = (text: string) => text.split(',');
const rateOf = (rate: string) => (rate === 'saturated' ? Number.POSITIVE_INFINITY : Number(rate));
const say = (line: string) => void process.stderr.write(`${line}\n`);
const { quick: isQuick = false } = values;
const seconds = isQuick ? 2 : Number(values.seconds);
const rates = isQuick ? ['50', '300', 'saturated'] : list(values.rates);

const [least = 0, most = least] = values.lock.split('-').map(Number);
const lockMs = values.lock === 'none' ? undefined : ([least, most] as const);
const scenes: Scene[] = list(values.gateways).flatMap((gateway, at) => {
  const replicas = isQuick ? [at + 1] : list(values.replicas).map(Number);
  return replicas.map(
    (count): Scene => ({
      kind: gatewayKindOf(gateway),
      replicas: count === 2 ? 2 : 1,
      latencyMs: Number(values.latency),
      ...(lockMs && { lockMs }),
    }),
  );
});
const steps = list(values.accounts).flatMap((accounts) =>
  rates.map((rate): Step => ({ accounts: Number(accounts), rate: rateOf(rate), seconds })),
);

const loadBefore = loadavg()[0];
const results: (Scene & Awaited<ReturnType<typeof sendOnce>>)[] = [];
for (const scene of scenes) results.push({ ...scene, ...(await sendOnce(scene, steps, say)) });
const sum = (of: 'accepted' | 'missing' | 'sends' | 'repeats') =>
  results.flatMap((one) => one.steps).reduce((all, step) => all + step[of], 0);
const total = {
  accepted: sum('accepted'),
  missing: sum('missing'),
  sends: sum('sends'),
  repeats: sum('repeats'),
};
say(JSON.stringify(total));
if (!isQuick)
  report('once', ['npx pnpm --filter @cascade/bench once', ...process.argv.slice(2)].join(' '), {
    says: `messages without any fault, counted by the request id in their text at a gateway outside that answers after ${values.latency} ms; about half of the accounts are locked for ${values.lock} ms at a time; rate null: as fast as 128 connections get answers; repeats: sends beyond the first of a message, and missing: accepted messages that were never sent, must be 0`,
    loadAverage: { before: loadBefore, after: loadavg()[0] },
    total,
    scenes: results.map(({ faults: _, ...result }) => result),
  });
process.exitCode = total.missing === 0 && results.every(({ isOnce }) => isOnce) ? 0 : 1;
