import type { Command } from 'commander';
import { defined } from '../defined.ts';
import { readProfile } from '../profile/read-profile.ts';
import type { Finding, Report } from '../report/report.ts';
import { describeFinding } from '../report/terminal-summary.ts';
import { loadScenarios } from '../scenario/load-scenarios.ts';
import { type VerifyOptions, verify } from '../verify.ts';
import { verifyReceiver } from '../verify-consumers.ts';
import { type Cli, type ExitCode, option } from './options.ts';
import { readReport } from './reports.ts';
import { openScreen } from './terminal.ts';

interface Options {
  readonly report: string;
  readonly profile: string;
  readonly target?: string;
  readonly secret?: string;
  readonly docs?: string;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Runs one finding of an earlier report again. */
export function addReplay(program: Command, cli: Cli): void {
  program
    .command('replay')
    .description('repeats the scenario of one finding and prints FIXED, FAILED or ERROR')
    .argument('<id>', 'of the finding')
    .option('--report <file>', 'the report that --json wrote', 'report.json')
    .addOption(option.profile())
    .addOption(option.target())
    .addOption(option.secret('receiver: sign the callbacks'))
    .addOption(option.docs())
    .addOption(option.seconds('--timeout', 'for one answer', 5))
    .addHelpText('after', '\nExample:\n  cascade-verify replay 3f2a9c01be --report report.json')
    .action(async (id: string, options: Options) => cli.end(await replay(id, options, cli)));
}

const exitCodes = { FIXED: 0, FAILED: 1, ERROR: 2 } as const;
const colors = { FIXED: 'green', FAILED: 'red', ERROR: 'yellow' } as const;

async function replay(id: string, options: Options, { terminal, signal }: Cli): Promise<ExitCode> {
  const { say, paint } = openScreen(terminal, false);
  const end = (verdict: keyof typeof exitCodes, why: string) => {
    say(`${paint(colors[verdict], verdict)}  ${why}\n`);
    return exitCodes[verdict];
  };
  const earlier = await readReport(options.report);
  const finding = [...earlier.findings, ...earlier.hints].find((each) => each.id === id);
  if (finding === undefined) return end('ERROR', `${options.report} has no finding ${id}`);
  const report = await runAgain(options, earlier, finding, signal);
  const { scenario, severity } = finding;
  // The scenario may fail by another check now.
  const still =
    severity === 'hint'
      ? report.hints.filter((each) => each.id === id)
      : report.findings.filter((each) => each.scenario === scenario);
  for (const each of still) say(describeFinding(each, { paint, ...defined({ docs: options.docs }) }));
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
  options: Options,
  earlier: Report,
  finding: Finding,
  signal?: AbortSignal,
): Promise<Report> {
  const { assumptions, seed, deep, fast = false } = earlier;
  const { timeout: timeoutInMilliseconds, secret, target = earlier.target } = options;
  if (finding.check === 'client')
    throw new Error(`replay: run it again: cascade-verify client -- ${earlier.target}`);
  if (finding.phase === 'consumers')
    return verifyReceiver({
      url: target,
      assumptions,
      scenarios: [finding.scenario],
      ...defined({ secret }),
    });
  const profile = await readProfile(options.profile);
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
