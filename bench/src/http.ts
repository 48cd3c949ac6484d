import { loadavg } from 'node:os';
import { type Acceptance, type Measure, openAcceptance } from './acceptance.ts';
import { readCommand } from './command.ts';
import { type Load, report } from './report.ts';
import { median, significant } from './statistics.ts';

/**
 * Scheduling over HTTP in turns: the server without a store (the floor), with the intake behind it, and the running
 * service, engine and callbacks included. The speed of a shared machine changes from one half minute to the next.
 */
const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench http',
  says: 'Measures how many scheduling requests a second are accepted over HTTP: by the server without a store, by the intake without an engine behind it, and by the running service. Seven minutes; writes results/http.json.',
  options: {
    rounds: { type: 'string', default: '7', says: 'turns of each' },
    seconds: { type: 'string', default: '3', says: 'of each turn' },
  },
  examples: { '': 'as in the result file', '--rounds 1 --seconds 1': 'a minute, to try it' },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const sides = ['floor', 'withoutEngine', 'withEngine'] as const;
type Side = (typeof sides)[number];

const acceptance = await openAcceptance();
const results: Record<string, unknown> = {};
try {
  for (const connections of [64, 256])
    results[`${connections} connections`] = await compare(acceptance, connections);
} finally {
  await acceptance.close();
}
report('http', 'npx pnpm --filter @cascade/bench http', {
  says: `POST /api/cascade/schedule, medians of ${rounds} rounds of ${seconds} s each, load from another process on the same cores; floor: the same server and checks, without a store, in turn with it. withoutEngine: with the intake, the commit included, but nothing that works on what is accepted. withEngine: the running service, which sends and reports with three callbacks each at the same time, and refuses nothing`,
  loadAverage: loadavg()[0],
  ...results,
});

/** By side; the ratios are those to the floor, medians of the rounds. */
async function compare(all: Acceptance, connections: number) {
  const loads: Record<Side, Load[]> = { floor: [], withoutEngine: [], withEngine: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const side of sides) {
      const measure: Measure = all[side];
      loads[side].push(await measure(connections, seconds));
      process.stderr.write(
        `${connections} connections, ${side}: ${loads[side].at(-1)?.perSecond} a second\n`,
      );
    }
  const ratiosOf = (side: Side) =>
    loads[side].map(({ perSecond }, round) => significant(perSecond / (loads.floor[round]?.perSecond ?? 0)));
  const of = (side: Side) => ({
    ...typical(loads[side]),
    ...(side === 'floor' ? {} : { ratio: median(ratiosOf(side)), ratios: ratiosOf(side) }),
  });
  return Object.fromEntries(sides.map((side) => [side, of(side)]));
}

function typical(loads: readonly Load[]) {
  return {
    perSecond: median(loads.map(({ perSecond }) => perSecond)),
    p50Milliseconds: median(loads.map(({ p50Milliseconds }) => p50Milliseconds)),
    p99Milliseconds: median(loads.map(({ p99Milliseconds }) => p99Milliseconds)),
  };
}
