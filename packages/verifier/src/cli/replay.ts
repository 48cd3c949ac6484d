import { readFile } from 'node:fs/promises';
import { defined } from '../defined.ts';
import { isObject, parseJson } from '../json.ts';
import { readProfile } from '../profile/read-profile.ts';
import type { Finding, Report } from '../report/report.ts';
import { describeFinding } from '../report/terminal-summary.ts';
import { loadScenarios } from '../scenario/load-scenarios.ts';
import { type VerifyOptions, verify } from '../verify.ts';
import { verifyReceiver } from '../verify-consumers.ts';
import type { ReplayArguments } from './parse-arguments.ts';
import type { Screen } from './terminal.ts';

const exitCodes = { FIXED: 0, FAILED: 1, ERROR: 2 } as const;

/** Runs the scenario of one finding again and says FIXED (0), FAILED (1) or ERROR (2). */
export async function replay(
  parsed: ReplayArguments,
  { say, paint }: Screen,
  signal?: AbortSignal,
): Promise<0 | 1 | 2> {
  const end = (verdict: keyof typeof exitCodes, why: string) => {
    const color = { FIXED: 'green', FAILED: 'red', ERROR: 'yellow' } as const;
    say(`${paint(color[verdict], verdict)}  ${why}\n`);
    return exitCodes[verdict];
  };
  const earlier = await readReport(parsed.report);
  const finding = [...earlier.findings, ...earlier.hints].find(({ id }) => id === parsed.id);
  if (finding === undefined) return end('ERROR', `${parsed.report} has no finding ${parsed.id}`);
  const report = await runAgain(parsed, earlier, finding, signal);
  const { scenario, severity } = finding;
  // The scenario may fail by another check now.
  const still =
    severity === 'hint'
      ? report.hints.filter(({ id }) => id === parsed.id)
      : report.findings.filter((each) => each.scenario === scenario);
  for (const each of still) say(describeFinding(each, { paint, ...defined({ docs: parsed.docs }) }));
  if (still.length > 0) return end('FAILED', `${scenario}: ${finding.says}`);
  if (report.reason !== undefined) return end('ERROR', report.reason);
  const result = report.scenarios.find((each) => each.scenario === scenario);
  if (result === undefined || result.verdict === 'inconclusive' || result.verdict === 'not-judged')
    return end(
      'ERROR',
      `${scenario} was not judged: ${result?.reason ?? 'this version has no such scenario'}`,
    );
  return end('FIXED', `${scenario}: ${finding.says}`);
}

async function runAgain(
  parsed: ReplayArguments,
  earlier: Report,
  finding: Finding,
  signal?: AbortSignal,
): Promise<Report> {
  const { assumptions, seed, deep, fast = false } = earlier;
  const { timeoutInMilliseconds, secret, target = earlier.target } = parsed;
  if (finding.check === 'client')
    throw new Error(`replay: run it again: cascade-verify client -- ${earlier.target}`);
  if (finding.phase === 'consumers')
    return verifyReceiver({ url: target, assumptions, ...defined({ secret }) });
  const profile = await readProfile(parsed.profile);
  const same = { profile, target, assumptions, seed, deep, fast, timeoutInMilliseconds };
  return verify({ ...same, ...whatToRun(finding), ...defined({ signal }) });
}

/** The scenario alone, or its whole phase where scenarios share messages or money. */
function whatToRun({ phase, scenario }: Finding): Pick<VerifyOptions, 'phases' | 'scenarios'> {
  if (phase === 'state' || phase === 'callback') return { phases: [phase] };
  const given = loadScenarios().find(({ id }) => id === scenario)?.given;
  // The state phase judges this scenario when it has spent the account.
  if (phase === 'order' && given?.breaks?.join() === '1,5')
    return { phases: ['state'], scenarios: ['balance-to-zero'] };
  return { phases: [phase], scenarios: [scenario] };
}

/** Reads a report that `--json` wrote. @throws {Error} if the file is absent, or is another one. */
export async function readReport(file: string): Promise<Report> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file}: report not found; write one with --json`);
  });
  const report = parseJson(text);
  if (!isReport(report)) throw new Error(`${file}: expected a report that --json wrote`);
  const titled = (found: readonly Finding[]) =>
    found.map((each) => ({ ...each, title: each.title ?? each.says }));
  return { ...report, findings: titled(report.findings), hints: titled(report.hints ?? []) };
}

const lists = ['findings', 'phases', 'scenarios', 'inconclusive', 'ledger'];

/** Enough to tell a report from another JSON file: the rest was written by this program. */
function isReport(value: unknown): value is Report {
  return (
    isObject(value) && typeof value.seed === 'number' && lists.every((name) => Array.isArray(value[name]))
  );
}
