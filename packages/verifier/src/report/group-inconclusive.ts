import type { Report } from './report.ts';

export interface OpenGroup {
  readonly reason: string;
  readonly scenarios: readonly string[];
}

/** The inconclusive scenarios by reason: one line of a profile often settles several. */
export function groupInconclusive({ inconclusive }: Pick<Report, 'inconclusive'>): OpenGroup[] {
  return [...Map.groupBy(inconclusive, ({ reason }) => reason)].map(([reason, own]) => ({
    reason,
    scenarios: [...new Set(own.map(({ scenario }) => scenario))],
  }));
}
