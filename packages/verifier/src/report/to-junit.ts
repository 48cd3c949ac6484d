import { escapeMarkup } from './escape-markup.ts';
import type { Finding, Report, ScenarioResult } from './report.ts';
import { failedScenarios } from './wording.ts';

/**
 * The report as JUnit XML, named by its statement: a suite for each phase, a case for each scenario. What is
 * inconclusive is skipped with its reason, and so is what a run that ended early did not come to; a run that
 * could not judge has one case with an error.
 */
export function toJunit(report: Report): string {
  const { scenarios, reason, seconds, began, statement } = report;
  const suites = [...Map.groupBy(scenarios, ({ phase }) => phase)].map(([phase, own]) => {
    const time = report.phases.find((each) => each.phase === phase)?.seconds ?? 0;
    return suite(phase, time, own, report);
  });
  const failures = failedScenarios(report).size;
  const skipped = scenarios.filter(isSkipped).length;
  const errors = reason === undefined ? 0 : 1;
  const attributes = list({
    name: `cascade-verify: ${statement}`,
    tests: scenarios.length + errors,
    failures,
    errors,
    skipped,
    time: seconds,
    timestamp: began,
  });
  const broken = reason === undefined ? [] : [runSuite(reason)];
  return toAscii(
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${attributes}>\n${[...broken, ...suites].join('')}</testsuites>\n`,
  );
}

/**
 * References instead of other characters: some readers guess the encoding by the first bytes, and guess
 * wrong.
 */
function toAscii(xml: string): string {
  return xml.replaceAll(/[^\t\n\r -~]/gu, (character) => `&#${character.codePointAt(0)};`);
}

function suite(name: string, time: number, own: readonly ScenarioResult[], report: Report): string {
  const failed = failedScenarios(report);
  const failures = own.filter(({ scenario }) => failed.has(scenario)).length;
  const skipped = own.filter(isSkipped).length;
  const attributes = list({ name, tests: own.length, failures, errors: 0, skipped, time });
  return `  <testsuite ${attributes}>\n${own.map((each) => testCase(each, report)).join('')}  </testsuite>\n`;
}

function testCase(result: ScenarioResult, report: Report): string {
  const { scenario, phase, says, verdict, reason = '' } = result;
  const message = verdict === 'not-judged' ? `not judged: ${reason}` : reason;
  const attributes = list({ name: `${scenario}: ${says}`, classname: `cascade.${phase}`, time: 0 });
  const ownOf = (all: readonly Finding[]) => all.filter((finding) => finding.scenario === scenario);
  const children = [
    ...(isSkipped(result) ? [`<skipped ${list({ message })}/>`] : []),
    ...(verdict === 'mismatch' && ownOf(report.findings).length === 0 ? [sharedFailure] : []),
    ...ownOf(report.findings).map(failure),
    ...ownOf(report.hints).map(hint),
  ];
  if (children.length === 0) return `    <testcase ${attributes}/>\n`;
  return `    <testcase ${attributes}>\n${children.map((child) => `      ${child}\n`).join('')}    </testcase>\n`;
}

function failure(finding: Finding): string {
  const { check, clause, title, expected, actual } = finding;
  const attributes = list({
    message: `${title} §${clause}: expected ${expected}, not ${actual}`,
    type: check,
  });
  return `<failure ${attributes}>${escapeMarkup(details(finding))}</failure>`;
}

const sharedFailure = '<failure message="a fault that another scenario reports" type="answers"/>';

/** A case with a hint passes. */
function hint(finding: Finding): string {
  return `<system-out>${escapeMarkup(`hint, rests on ${finding.rests}\n${details(finding)}`)}</system-out>`;
}

function details(finding: Finding): string {
  const { id, clause, clauseSays, check, decision, expected, actual, exchange = [], curl } = finding;
  const lines = [`§${clause}: ${clauseSays}`, `${check} ${id}`, `expected ${expected}`, `actual   ${actual}`];
  const assumed = decision === undefined ? [] : [`decision ${decision}: the source does not show it`];
  return [...lines, ...assumed, ...exchange, ...(curl === undefined ? [] : [curl])].join('\n');
}

function runSuite(reason: string): string {
  const suite = list({ name: 'run', tests: 1, failures: 0, errors: 1, skipped: 0, time: 0 });
  const testcase = list({ name: 'the provider can be judged', classname: 'cascade.run', time: 0 });
  const error = `<error ${list({ message: reason, type: 'could-not-judge' })}/>`;
  return `  <testsuite ${suite}>\n    <testcase ${testcase}>\n      ${error}\n    </testcase>\n  </testsuite>\n`;
}

function isSkipped({ verdict }: ScenarioResult): boolean {
  return verdict === 'inconclusive' || verdict === 'not-judged';
}

function list(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeMarkup(String(value)).replaceAll('\n', '&#10;')}"`)
    .join(' ');
}
