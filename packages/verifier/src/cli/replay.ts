import { type Command, InvalidArgumentError, Option } from 'commander';
import { defined } from '../defined.ts';
import { readProfile } from '../profile/read-profile.ts';
import { asTest, type Framework, frameworks } from '../report/as-test.ts';
import type { Finding, Report } from '../report/report.ts';
import { describeFinding } from '../report/terminal-summary.ts';
import { loadScenarios } from '../scenario/load-scenarios.ts';
import { type VerifyOptions, verify } from '../verify.ts';
import { verifyReceiver } from '../verify-consumers.ts';
import { type Cli, type ExitCode, option, parseWhole } from './options.ts';
import { readReport } from './reports.ts';
import { openScreen } from './terminal.ts';

interface Options {
  readonly report: string;
  readonly profile: string;
  readonly key?: string;
  readonly target?: string;
  readonly secret?: string;
  readonly docs?: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** Repetitions. */
  readonly times: number;
  readonly as?: Framework;
}

/** Runs one finding of an earlier report again. */
export function addReplay(program: Command, cli: Cli): void {
  program
    .command('replay')
    .description('repeats the scenario of one finding, and prints FIXED, FAILED, FLAKY or ERROR')
    .argument('<id>', 'of the finding')
    .option('--report <file>', 'the report that --json wrote', 'report.json')
    .addOption(option.profile())
    .addOption(option.key())
    .addOption(option.target())
    .addOption(option.secret('receiver: sign the callbacks'))
    .addOption(option.docs())
    .addOption(option.seconds('--timeout', 'for one answer', 5))
    .option('--times <number>', 'how often it is repeated, at most 100', parseTimes, 3)
    .addOption(
      new Option('--as <framework>', 'prints a test instead, which fails while it is there').choices(
        frameworks,
      ),
    )
    .addHelpText('after', help)
    .action(async (id: string, options: Options) => cli.end(await replay(id, options, cli)));
}

const help = `
Exit codes: 0 FIXED each time; 1 FAILED each time, or FLAKY: some times; 2 ERROR: it could not be judged.

Examples:
  cascade-verify replay 3f2a9c01be --report report.json
  cascade-verify replay 3f2a9c01be --times 10
  cascade-verify replay 3f2a9c01be --as pytest > test_finding.py && CASCADE_KEY=… pytest test_finding.py`;

function parseTimes(text: string): number {
  const times = parseWhole(text);
  if (times >= 1 && times <= 100) return times;
  throw new InvalidArgumentError('Expected 1 to 100.');
}

const exitCodes = { FIXED: 0, FAILED: 1, FLAKY: 1, ERROR: 2 } as const;
const colors = { FIXED: 'green', FAILED: 'red', FLAKY: 'red', ERROR: 'yellow' } as const;

async function replay(id: string, options: Options, { terminal, signal }: Cli): Promise<ExitCode> {
  const { say, paint } = openScreen(terminal, false);
  const end = (verdict: keyof typeof exitCodes, why: string) => {
    say(`${paint(colors[verdict], verdict)}  ${why}\n`);
    return exitCodes[verdict];
  };
  const { report: file, profile, docs, times, as: framework } = options;
  const earlier = await readReport(file);
  const finding = [...earlier.findings, ...earlier.hints].find((each) => each.id === id);
  if (finding === undefined) return end('ERROR', `${file} has no finding ${id}`);
  if (framework !== undefined) {
    terminal.out(asTest(framework, finding, options.target ?? earlier.target, { report: file, profile }));
    return 0;
  }
  const rounds = await repeat(times, async () =>
    judgeRound(await runAgain(options, earlier, finding, signal), finding),
  );
  const failed = rounds.filter(({ verdict }) => verdict === 'FAILED');
  for (const each of failed[0]?.still ?? []) say(describeFinding(each, { paint, ...defined({ docs }) }));
  const { scenario, says } = finding;
  const [first] = rounds;
  if (first?.verdict === 'ERROR') return end('ERROR', first.why ?? '');
  // An account may be spent by the first repetition: what could not be judged then says nothing.
  const judged = rounds.filter(({ verdict }) => verdict !== 'ERROR');
  if (failed.length === 0) return end('FIXED', `${scenario}: ${says}`);
  if (failed.length === judged.length) return end('FAILED', `${scenario}: ${says}`);
  return end('FLAKY', `${scenario} failed ${failed.length} of ${judged.length} times: ${says}`);
}

/** One repetition. */
interface Round {
  readonly verdict: 'FIXED' | 'FAILED' | 'ERROR';
  readonly still: readonly Finding[];
  readonly why?: string;
}

async function repeat<Result>(times: number, work: () => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let time = 0; time < times; time += 1) results.push(await work());
  return results;
}

function judgeRound({ hints, findings, reason, scenarios }: Report, finding: Finding): Round {
  const { scenario, severity, id } = finding;
  // The scenario may fail by another check now.
  const still =
    severity === 'hint'
      ? hints.filter((each) => each.id === id)
      : findings.filter((each) => each.scenario === scenario || each.id === id);
  if (still.length > 0) return { verdict: 'FAILED', still };
  if (reason !== undefined) return { verdict: 'ERROR', still, why: reason };
  const result = scenarios.find((each) => each.scenario === scenario);
  if (result?.verdict === 'match' || result?.verdict === 'mismatch') return { verdict: 'FIXED', still };
  const why = `${scenario} was not judged: ${result?.reason ?? 'this version has no such scenario'}`;
  return { verdict: 'ERROR', still, why };
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
  const profile = await readProfile(options.profile, defined({ key: options.key }));
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
