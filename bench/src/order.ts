import { loadavg } from 'node:os';
import { firstAttempts, judgeOrder } from '@cascade/service/bench';
import { readCommand } from './command.ts';
import { faults } from './faults/subjects.ts';
import { controls } from './order/controls.ts';
import type { Arrival } from './order/receiver.ts';
import { type Load, runOrder } from './order/run.ts';
import { quantile, report, round } from './report.ts';

/** The order of status events (ADR-0037) at a receiver in Python that is threaded, slow and uneven. */
const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench order --',
  says: 'The order of status events (ADR-0037) at a slow, uneven receiver in Python with threads. Five minutes; writes results/order.json. Ends with 1 if a message was sent twice.',
  options: {
    messages: { type: 'string', default: '10000', says: 'how many' },
    rate: { type: 'string', default: '100', says: 'messages a second' },
  },
  examples: {
    '': 'as in the result file',
    '--messages 500': 'shorter',
  },
});
const load = {
  messages: Number(values.messages),
  perSecond: Number(values.rate),
  say: (line: string) => void process.stderr.write(`${line}\n`),
};

const results = {
  alone: await judgeRun({ ...load, beside: [] }),
  besideFaultyReceivers: await judgeRun({ ...load, beside: faults }),
};
report('order', 'npx pnpm --filter @cascade/bench order', {
  says: `${load.messages} messages, ${load.perSecond} a second, each with three status events, to a receiver in Python (ThreadingHTTPServer): it takes 1 to 40 ms for a callback, and 300 ms longer for one in a hundred. Alone, then beside ${faults.length} faulty receivers of other accounts, with 5 messages a second each, which fail for 30 s before. The lag is that from statusAt to the first attempt at the receiver: SENT and DELIVERED wait for the answers to the events before them.`,
  ...results,
});

async function judgeRun(run: Load): Promise<object> {
  const loadBefore = round(loadavg()[0] ?? 0);
  const { arrivals, judgement } = await runOrder(run);
  if (!judgement.isOnce) process.exitCode = 1;
  const first = firstAttempts(arrivals);
  const { reversed, equal, overlapping } = judgeOrder(first);
  return {
    loadAverageBefore: loadBefore,
    messages: new Set(first.map(({ messageId }) => messageId)).size,
    events: first.length,
    repeats: arrivals.length - first.length,
    gateway: judgement.gateway,
    faults: { reversed: reversed.length, equal: equal.length, overlapping: overlapping.length },
    controls: controls(first),
    lagMilliseconds: {
      all: lagOf(first),
      ...Object.fromEntries(
        [...Map.groupBy(first, ({ status }) => status)].map(([status, some]) => [status, lagOf(some)]),
      ),
    },
  };
}

function lagOf(arrivals: readonly Arrival[]): object {
  const lags = arrivals
    .map(({ arrivedAt, statusAt }) => arrivedAt - Date.parse(statusAt))
    .toSorted((a, b) => a - b);
  return { p50: round(quantile(lags, 0.5)), p95: round(quantile(lags, 0.95)), max: round(lags.at(-1) ?? 0) };
}
