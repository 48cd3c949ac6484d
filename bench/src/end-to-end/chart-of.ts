import { lineChart } from '../line-chart.ts';
import type { Received } from '../report-receiver.ts';

/** A second of a run. */
export interface Second extends Received {
  /** Accepted and not ended. */
  readonly underWay: number;
  readonly rssMiB: number;
}

/** Three charts over the same time axis, one below the other. */
export function chartOf(history: readonly Second[]): string {
  const points = (of: (second: Second) => number) => history.map((second, x) => ({ x, y: of(second) || 0 }));
  return lineChart('seconds', [
    { title: 'Cascades ended per second', points: points(({ ended }) => ended) },
    {
      title: 'Median lag from sending to the last callback, milliseconds',
      points: points(({ lagP50 }) => lagP50),
    },
    { title: 'Cascades under way (queue depth)', points: points(({ underWay }) => underWay) },
    { title: 'Memory of the service, MiB', points: points(({ rssMiB }) => rssMiB) },
  ]);
}
