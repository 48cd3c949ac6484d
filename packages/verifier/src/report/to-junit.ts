import { standingOf, vanishedInWords } from '../baseline/baseline-result.ts';
import { escapeMarkup } from './escape-markup.ts';
import type { Finding, Report, ScenarioResult } from './report.ts';

/**
 * The report as JUnit XML, named by its statement: a suite for each phase, a case for each scenario. What is
 * inconclusive is skipped with its reason, and so is what a run that ended early did not come to; a run that
 * could not judge has one case with an error.
 */
export function toJunit(report: Report): string {
  const { reason, seconds, began, statement } = report;
  const suites = [
    ...(reason === undefined ? [] : [runSuite(reason)]),
    ...[...Map.groupBy(report.scenarios, ({ phase }) => phase)].map(([phase, own]) => {
      const time = report.phases.find((each) => each.phase === phase)?.seconds ?? 0;
      return suiteOf(
        phase,
        time,
        own.map((result) => testCase(result, report)),
      );
    }),
    ...vanishedSuite(report),
  ];
  const cases = suites.flatMap((suite) => suite.cases);
  const attributes = list({
    name: `cascade-verify: ${statement}`,
    ...countsOf(cases),
    time: seconds,
    timestamp: began,
  });
  return toAscii(
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${attributes}>\n${suites.map(({ text }) => text).join('')}</testsuites>\n`,
  );
}

interface Case {
  readonly state: 'passed' | 'failed' | 'skipped' | 'broken';
  readonly text: string;
}

function countsOf(cases: readonly Case[]) {
  const count = (wanted: Case['state']) => cases.filter(({ state }) => state === wanted).length;
  return {
    tests: cases.length,
    failures: count('failed'),
    errors: count('broken'),
    skipped: count('skipped'),
  };
}

function suiteOf(name: string, time: number, cases: readonly Case[]) {
  const attributes = list({ name, ...countsOf(cases), time });
  const text = cases.map((each) => each.text).join('');
  return { cases, text: `  <testsuite ${attributes}>\n${text}  </testsuite>\n` };
}

/**
 * References instead of other characters: some readers guess the encoding by the first bytes, and guess
 * wrong.
 */
function toAscii(xml: string): string {
  return xml.replaceAll(/[^\t\n\r -~]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** A known finding is skipped, as what fails no run; what shows a fault of another scenario is as that fault. */
function testCase(result: ScenarioResult, report: Report): Case {
  const { scenario, phase, says, verdict, reason = '' } = result;
  const { baseline, findings, hints } = report;
  const own = findings.filter((finding) => finding.scenario === scenario);
  const isFailing = ({ id }: Finding) => baseline?.known.some(({ finding }) => finding === id) !== true;
  const isShared = verdict === 'mismatch' && own.length === 0;
  const failing = own.filter(isFailing);
  const state =
    failing.length > 0 || (isShared && findings.some(isFailing))
      ? 'failed'
      : isSkipped(result) || own.length > 0 || isShared
        ? 'skipped'
        : 'passed';
  const standing = ({ id }: Finding) => standingOf(baseline, id);
  const why = verdict === 'not-judged' ? `not judged: ${reason}` : reason;
  const known = own.flatMap((finding) => standing(finding) ?? []).join('; ');
  const children = [
    ...(state === 'skipped' ? [`<skipped ${list({ message: why || known || sharedFault })}/>`] : []),
    ...(state === 'failed' && isShared
      ? [`<failure ${list({ message: sharedFault, type: 'answers' })}/>`]
      : []),
    ...failing.map((finding) => failure(finding, standing(finding))),
    ...own
      .filter((finding) => !isFailing(finding))
      .map((finding) => output(finding, standing(finding) ?? '')),
    ...hints
      .filter((hint) => hint.scenario === scenario)
      .map((hint) => output(hint, `hint, rests on ${hint.rests}`)),
  ];
  return caseOf({ name: `${scenario}: ${says}`, classname: `cascade.${phase}`, state, children });
}

interface CaseParts {
  readonly name: string;
  readonly classname: string;
  readonly state: Case['state'];
  readonly children: readonly string[];
}

function caseOf({ name, classname, state, children }: CaseParts): Case {
  const attributes = list({ name, classname, time: 0 });
  if (children.length === 0) return { state, text: `    <testcase ${attributes}/>\n` };
  const lines = children.map((child) => `      ${child}\n`).join('');
  return { state, text: `    <testcase ${attributes}>\n${lines}    </testcase>\n` };
}

/** What the baseline knows and the run did not find: each fails. */
function vanishedSuite({ baseline }: Report) {
  if (baseline === undefined || baseline.vanished.length === 0) return [];
  const cases = baseline.vanished.map((entry) =>
    caseOf({
      name: `${entry.finding} is still there`,
      classname: 'cascade.baseline',
      state: 'failed',
      children: [`<failure ${list({ message: vanishedInWords(baseline, entry), type: 'baseline' })}/>`],
    }),
  );
  return [suiteOf('baseline', 0, cases)];
}

const sharedFault = 'a fault that another scenario reports';

function failure(finding: Finding, standing: string | undefined): string {
  const { check, clause, title, expected, actual } = finding;
  const attributes = list({
    message: `${title} §${clause}: expected ${expected}, not ${actual}${standing === undefined ? '' : ` (${standing})`}`,
    type: check,
  });
  return `<failure ${attributes}>${escapeMarkup(details(finding))}</failure>`;
}

/** What a case says without failing. */
function output(finding: Finding, about: string): string {
  return `<system-out>${escapeMarkup(`${about}\n${details(finding)}`)}</system-out>`;
}

function details(finding: Finding): string {
  const { id, clause, clauseSays, check, decision, expected, actual, exchange = [], curl } = finding;
  const lines = [`§${clause}: ${clauseSays}`, `${check} ${id}`, `expected ${expected}`, `actual   ${actual}`];
  const assumed = decision === undefined ? [] : [`decision ${decision}: the source does not show it`];
  return [...lines, ...assumed, ...exchange, ...(curl === undefined ? [] : [curl])].join('\n');
}

function runSuite(reason: string) {
  const error = `<error ${list({ message: reason, type: 'could-not-judge' })}/>`;
  const parts = { name: 'the provider can be judged', classname: 'cascade.run', state: 'broken' } as const;
  return suiteOf('run', 0, [caseOf({ ...parts, children: [error] })]);
}

function isSkipped({ verdict }: ScenarioResult): boolean {
  return verdict === 'inconclusive' || verdict === 'not-judged';
}

function list(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeMarkup(String(value)).replaceAll('\n', '&#10;')}"`)
    .join(' ');
}
