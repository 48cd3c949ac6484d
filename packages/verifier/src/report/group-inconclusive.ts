import type { Report } from './report.ts';

export interface OpenGroup {
  readonly reason: string;
  readonly scenarios: readonly string[];
}

/** What stayed open, by reason: one line in a profile often opens several scenarios. */
export function groupInconclusive({ inconclusive }: Pick<Report, 'inconclusive'>): OpenGroup[] {
  return [...Map.groupBy(inconclusive, ({ reason }) => reason)].map(([reason, own]) => ({
    reason,
    scenarios: [...new Set(own.map(({ scenario }) => scenario))],
  }));
}
