import type { Contract, LimitEntry, ProblemEntry, ReasonEntry } from '@cascade/contract';
import { banner } from '../generated-file.ts';
import { constant } from './constant.ts';

/** Codes, reasons and limits for the decisions of programs, without prose. */
export function catalogueModule({ problems, reasons, limits }: Contract): string {
  return [
    banner.code,
    constant(
      'Every problem code of §7.1, and those that we assume (ADR-0011, ADR-0014), in order.',
      'problems',
      byName(problems, 'code', problem),
    ),
    constant('Every undelivered reason of §7.4, in order.', 'reasons', byName(reasons, 'reason', reason)),
    constant('Every limit of §8.', 'limits', byName(limits, 'id', limit)),
  ].join('');
}

function problem({ title, status, provenance, rule, retry, cases }: ProblemEntry) {
  return {
    title,
    status,
    provenance,
    ...(rule === undefined ? {} : { rule }),
    retry,
    examples: Object.fromEntries(cases.map(({ name, detail }) => [name, detail ?? null])),
  };
}

function reason({ aliases, channels, retry }: ReasonEntry) {
  return { aliases, channels, retry };
}

function limit({ value, unit }: LimitEntry) {
  return { value, unit };
}

function byName<Entry extends Record<Key, string>, Key extends string>(
  entries: readonly Entry[],
  key: Key,
  pick: (entry: Entry) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(entries.map((entry) => [entry[key], pick(entry)]));
}
