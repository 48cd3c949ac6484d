import { levelInWords } from './level.ts';
import type { Finding, Report } from './report.ts';

/** What differs between two reports, a sentence each; none if they say the same. */
export function compareReports(before: Report, after: Report): readonly string[] {
  return [
    ...changed('verdict', before.verdict, after.verdict),
    ...changed('level', levelInWords(before.level), levelInWords(after.level)),
    ...compareFindings('finding', before.findings, after.findings),
    ...compareFindings('hint', before.hints, after.hints),
    ...compareVerdicts(
      'clause',
      before.ledger.map(({ clause, verdict }) => [clause, verdict]),
      after.ledger.map(({ clause, verdict }) => [clause, verdict]),
    ),
    ...compareVerdicts(
      'scenario',
      before.scenarios.map(({ scenario, verdict }) => [scenario, verdict]),
      after.scenarios.map(({ scenario, verdict }) => [scenario, verdict]),
    ),
  ];
}

function changed(what: string, before: string, after: string): readonly string[] {
  return before === after ? [] : [`${what}: ${after}, was ${before}`];
}

function compareFindings(
  what: string,
  before: readonly Finding[],
  after: readonly Finding[],
): readonly string[] {
  const has = (all: readonly Finding[], { id }: Finding) => all.some((each) => each.id === id);
  return [
    ...after.filter((each) => !has(before, each)).map(({ id, title }) => `new ${what} ${id}: ${title}`),
    ...before.filter((each) => !has(after, each)).map(({ id, title }) => `${what} gone ${id}: ${title}`),
  ];
}

type Verdicts = readonly (readonly [name: string, verdict: string])[];

function compareVerdicts(what: string, before: Verdicts, after: Verdicts): readonly string[] {
  const then = new Map(before);
  const now = new Map(after);
  const names = [...new Set([...then.keys(), ...now.keys()])];
  return names.flatMap((name) =>
    changed(`${what} ${name}`, then.get(name) ?? 'absent', now.get(name) ?? 'absent'),
  );
}
