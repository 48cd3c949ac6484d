import { writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { defined } from '../defined.ts';
import { readProfile } from '../profile/read-profile.ts';
import { type Cli, type ExitCode, option, parseUrl, parseWhole } from './options.ts';
import { openScreen } from './terminal.ts';

interface Options {
  readonly profile: string;
  readonly key?: string;
  /** Seconds. */
  readonly for: number;
  readonly seed?: number;
  /** A file for the timeline of a finding. */
  readonly svg?: string;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Looks for an order that explains what overlapping requests were answered. */
export function addHistory(program: Command, cli: Cli): void {
  program
    .command('history')
    .description(
      'sends overlapping requests, and looks for an order of them that explains all answers about ids and money; it spends the account of keys.small',
    )
    .argument('[url...]', 'of one provider, or of its replicas', parseUrls)
    .addOption(option.profile())
    .addOption(option.key())
    .addOption(new Option('--for <time>', '10s, 5m or 2h').argParser(parseTime).default(10, '10s'))
    .addOption(new Option('--seed <number>', 'of the requests').argParser(parseWhole))
    .option('--svg <file>', 'the timeline of the smallest part without an explanation')
    .addOption(option.seconds('--timeout', 'for one answer', 5))
    .addHelpText(
      'after',
      `
Exit codes: 0 an order explains all answers, 1 none does, 2 could not judge.

Examples:
  cascade-verify history
  cascade-verify history http://127.0.0.1:4012 http://127.0.0.1:4013 --for 2h --svg finding.svg`,
    )
    .action(async (urls: string[], options: Options) => cli.end(await judge(urls, options, cli)));
}

function parseUrls(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, parseUrl(text)];
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

function parseTime(text: string): number {
  const [, number, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  const seconds = Number(number) * (secondsOf[unit] ?? 0);
  if (seconds > 0) return seconds;
  throw new InvalidArgumentError('Expected a time, as in 10s, 5m or 2h.');
}

const exitCodes = { explained: 0, unexplained: 1, 'could-not-judge': 2 } as const;
const colors = { explained: 'green', unexplained: 'red', 'could-not-judge': 'yellow' } as const;

/** Prints whether some order explains the history, or the timeline of the smallest part that has none. */
async function judge(
  urls: readonly string[],
  { profile: file, key, for: seconds, seed = Math.floor(Math.random() * 2 ** 31), svg, timeout }: Options,
  { terminal, signal }: Cli,
): Promise<ExitCode> {
  const { say, paint } = openScreen(terminal, false);
  const profile = await readProfile(file, defined({ key }));
  const targets = urls.length > 0 ? urls : [profile.target].filter((url) => url !== undefined);
  if (targets.length === 0) throw new Error('no target: pass a URL or add target to the profile');
  const [{ runHistory }, { toSvg, toTimeline }] = await Promise.all([
    import('../history/run-history.ts'),
    import('../history/timeline.ts'),
  ]);
  const limits = { timeoutInMilliseconds: timeout, ...defined({ signal }) };
  const report = await runHistory({ profile, targets, seconds, seed, ...limits });
  const { verdict, operations, undecided, answers, finding, reason } = report;
  const counts = Object.entries(answers).map(([answer, count]) => `${count} ${answer}`);
  say(`${operations} operations: ${counts.join(', ')}; seed ${seed}\n`);
  if (undecided > 0) say(`${undecided} searches took too long, and say nothing\n`);
  if (reason !== undefined) say(`${reason}\n`);
  const title = 'No order explains these answers';
  if (finding !== undefined) {
    say(`${title}:\n${toTimeline(finding)}`);
    if (svg !== undefined) await writeFile(svg, toSvg(title, finding));
  }
  say(`${paint(colors[verdict], verdict.toUpperCase().replaceAll('-', ' '))}: ${targets.join(' ')}\n`);
  return exitCodes[verdict];
}
