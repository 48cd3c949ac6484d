import { type Acceptance, openAcceptance } from '../harness/intake.ts';
import { number, type Run, scenario } from '../harness/scenario.ts';
import { type Load, median, significant } from '../harness/statistics.ts';

/** In turns: the speed of a shared machine changes from one half minute to the next. */
const sides = ['floor', 'withoutEngine', 'withEngine'] as const;
type Side = (typeof sides)[number];

export default scenario({
  says: 'How many scheduling requests a second are accepted over HTTP: by the server without a store, by the intake without an engine behind it, and by the running service. Writes results/http.json.',
  minutes: 7,
  options: { rounds: number('turns of each', 7), seconds: number('of each turn', 3) },
  examples: { '': 'as in the result file', '--rounds 1 --seconds 1': 'a minute, to try it' },
  async run(run) {
    const { rounds, seconds } = run.values;
    const acceptance = await openAcceptance(run.bed);
    const results: Record<string, object> = {};
    for (const connections of [64, 256])
      results[`${connections} connections`] = await compare(acceptance, connections, run);
    run.report({
      says: `POST /api/cascade/schedule, medians of ${rounds} rounds of ${seconds} s each, load from another process on the same cores; floor: the same server and checks, without a store, in turn with it. withoutEngine: with the intake, the commit included, but nothing that works on what is accepted. withEngine: the running service, which sends and reports with three callbacks each at the same time, and refuses nothing`,
      ...results,
    });
  },
});

/** By side; the ratios are those to the floor, medians of the rounds. */
async function compare(
  all: Acceptance,
  connections: number,
  { values: { rounds, seconds }, say }: Run<{ rounds: number; seconds: number }>,
): Promise<object> {
  const loads: Record<Side, Load[]> = { floor: [], withoutEngine: [], withEngine: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const side of sides) {
      const load = await all[side](connections, seconds);
      loads[side].push(load);
      say(`${connections} connections, ${side}: ${load.perSecond} a second`);
    }
  const ratiosOf = (side: Side) =>
    loads[side].map(({ perSecond }, round) => significant(perSecond / (loads.floor[round]?.perSecond ?? 0)));
  const middle = (side: Side, of: (load: Load) => number) => median(loads[side].map(of));
  return Object.fromEntries(
    sides.map((side) => [
      side,
      {
        perSecond: middle(side, ({ perSecond }) => perSecond),
        p50Milliseconds: middle(side, ({ p50Milliseconds }) => p50Milliseconds),
        p99Milliseconds: middle(side, ({ p99Milliseconds }) => p99Milliseconds),
        ...(side === 'floor' ? {} : { ratio: median(ratiosOf(side)), ratios: ratiosOf(side) }),
      },
    ]),
  );
}
