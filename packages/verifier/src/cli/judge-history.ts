import { writeFile } from 'node:fs/promises';
import { defined } from '../defined.ts';
import { runHistory } from '../history/run-history.ts';
import { toSvg, toTimeline } from '../history/timeline.ts';
import { readProfile } from '../profile/read-profile.ts';
import type { HistoryArguments } from './parse-arguments.ts';
import type { Screen } from './terminal.ts';

const exitCodes = { explained: 0, unexplained: 1, 'could-not-judge': 2 } as const;

/** Prints whether some order explains the history, or the timeline of the smallest part that has none. */
export async function judgeHistory(
  parsed: HistoryArguments,
  { say, paint }: Screen,
  signal?: AbortSignal,
): Promise<0 | 1 | 2> {
  const profile = await readProfile(parsed.profile);
  const targets =
    parsed.targets.length > 0 ? parsed.targets : [profile.target].filter((url) => url !== undefined);
  if (targets.length === 0) throw new Error('no target: pass a URL or add target to the profile');
  const { seed = Math.floor(Math.random() * 2 ** 31), seconds, timeoutInMilliseconds } = parsed;
  const options = { profile, targets, seconds, seed, timeoutInMilliseconds, ...defined({ signal }) };
  const report = await runHistory(options);
  const { verdict, operations, undecided, answers, finding, reason } = report;
  const counts = Object.entries(answers).map(([answer, count]) => `${count} ${answer}`);
  say(`${operations} operations: ${counts.join(', ')}; seed ${seed}\n`);
  if (undecided > 0) say(`${undecided} searches took too long, and say nothing\n`);
  if (reason !== undefined) say(`${reason}\n`);
  const title = 'No order explains these answers';
  if (finding !== undefined) {
    say(`${title}:\n${toTimeline(finding)}`);
    if (parsed.svg !== undefined) await writeFile(parsed.svg, toSvg(title, finding));
  }
  const color = { explained: 'green', unexplained: 'red', 'could-not-judge': 'yellow' } as const;
  say(`${paint(color[verdict], verdict.toUpperCase().replaceAll('-', ' '))}: ${targets.join(' ')}\n`);
  return exitCodes[verdict];
}
