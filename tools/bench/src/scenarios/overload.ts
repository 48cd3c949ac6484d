import { lineChart } from '../harness/charts.ts';
import type { Offered } from '../harness/children/offer.ts';
import { gatewayKinds } from '../harness/gateway.ts';
import { boundSeconds, measuring, type Second, startOverloadWorld } from '../harness/overload.ts';
import { choice, number, scenario } from '../harness/scenario.ts';
import { quantile, round, sum } from '../harness/statistics.ts';

/**
 * One account offers twice what the service can do, in an open loop: refusals must show, due work must stay within
 * limits.lagSeconds, and what was accepted must be delivered. The service file does not name the limit.
 */
export default scenario({
  says: 'Offers twice what the service can do, in an open loop: refusals, lag, and what becomes of the accepted. Writes results/overload.json and .svg. Ends with 1 if nothing was refused, not all accepted messages were delivered, or one was sent twice.',
  minutes: 3,
  options: {
    seconds: number('of the overload', 60),
    rate: number('cascades a second; twice what a first measurement finds if absent'),
    gateway: choice('how it is reached; the simulator costs less, and counts nothing', gatewayKinds, 'http'),
  },
  examples: { '': 'as in the result file', '--seconds 10': 'shorter' },
  async run({ bed, values: { seconds, rate: given, gateway: kind }, say, report }) {
    const world = await startOverloadWorld(bed, kind);
    const { history, ofModest } = world;
    const { offered: first, capacity } = await world.measureCapacity();
    const rate = given ?? 2 * capacity;
    say(`${capacity} a second are possible; offering ${rate}`);
    const { offered, during, steady } = await world.overload(rate, seconds);
    const { answers, p99Milliseconds } = steady;
    const ended = sum([...history, ...ofModest].map((second) => second.ended));
    const gateway = await world.gateway.judge();
    const accepted = acceptedOf(first) + acceptedOf(offered) + (answers['200'] ?? 0);
    report(
      {
        says: `one account offers twice what the service did under ${measuring.rate} a second, for ${seconds} s in an open loop, while another sends ten a second; the service file does not name limits.lagSeconds, so the bound is ${boundSeconds} s; load, service, store and receiver on the same cores`,
        measurement: { offeredPerSecond: measuring.rate, ...first },
        capacityPerSecond: capacity,
        greedy: { offeredPerSecond: Math.round(offered.offered / offered.seconds), ...offered },
        modest: { answers, p99Milliseconds },
        ...figuresOf(during),
        ...{ accepted, delivered: ended },
        gateway,
        rssMiB: { first: history[5]?.rssMiB, most: Math.max(...history.map(({ rssMiB }) => rssMiB || 0)) },
      },
      { chart: chartOf(history) },
    );
    const isRefusing = (offered.answers['503'] ?? 0) + (offered.answers['429'] ?? 0) > 0;
    return isRefusing && ended === accepted;
  },
});

function acceptedOf({ answers }: Offered): number {
  return answers['200'] ?? 0;
}

/** Without the first five seconds, but for the lag of the due work. */
function figuresOf(during: readonly Second[]): object {
  const known = (of: (second: Second) => number, first = 5) =>
    during
      .slice(first)
      .map(of)
      .filter((one) => !Number.isNaN(one))
      .sort((a, b) => a - b);
  const middle = (of: (second: Second) => number, first?: number) => round(quantile(known(of, first), 0.5));
  return {
    acceptedPerSecond: middle(({ accepted }) => accepted),
    endedPerSecond: middle(({ ended }) => ended),
    workLagSeconds: {
      bound: boundSeconds,
      median: middle(({ lag }) => lag, 0),
      most: round(Math.max(...known(({ lag }) => lag, 0))),
    },
    lagMilliseconds: {
      says: 'of accepted messages, from sending to the last callback',
      p50: middle(({ lagP50 }) => lagP50),
      highestP99: Math.max(...during.map(({ lagP99 }) => lagP99 || 0)),
    },
  };
}

function chartOf(history: readonly Second[]): string {
  return lineChart('seconds; first the measurement of the capacity, then twice as much', history, {
    'Messages accepted per second': ({ accepted }) => accepted,
    'Cascades ended per second': ({ ended }) => ended,
    'Age of the oldest due work, seconds': ({ lag }) => lag,
    'Median lag from sending to the last callback, milliseconds': ({ lagP50 }) => lagP50,
    'Memory of the service, MiB': ({ rssMiB }) => rssMiB,
  });
}
