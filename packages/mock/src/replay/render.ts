import { type Family, isLetInBySwitches, isSuccess, type Replayed } from './replay.ts';
import type { Answer } from './send.ts';

/** One line for a request, and one more for each difference and piece of advice. */
export function renderReplayed(replayed: Replayed): string {
  const { name, answer, against, isExpected, expected, differences, advice } = replayed;
  const mark = isExpected && differences.length === 0 ? '✓' : '✗';
  const wanted = isExpected ? '' : ` (expected ${expected ?? '2xx'})`;
  const other = against === undefined ? '' : ` | ${describe(against)}`;
  const lines = [`${mark} ${name}: ${describe(answer)}${other}${wanted}`];
  for (const difference of differences) lines.push(`    differs: ${difference}`);
  if (isLetInBySwitches(replayed))
    lines.push(`    refused: ${reasonOf(replayed)}; ${inWords(advice.switches)}`);
  else if (advice.switches.length > 0)
    lines.push(`    older shapes, read with the switches ${advice.switches.join(', ')}`);
  return plain(lines);
}

/** The counts, and for each family of refused requests the switches that let it in. */
export function renderSummary(all: readonly Replayed[], families: readonly Family[]): string {
  const accepted = all.filter(({ answer }) => isSuccess(answer)).length;
  const differing = all.filter(({ differences }) => differences.length > 0).length;
  const unexpected = all.filter(({ isExpected }) => !isExpected).length;
  const compared = all.some(({ against }) => against !== undefined) ? `, ${differing} with differences` : '';
  const lines = [
    '',
    `${all.length} requests: ${accepted} accepted, ${unexpected} not as expected${compared}`,
  ];
  for (const { cause, switches, names } of families) {
    const remedy = switches.length === 0 ? 'no switch lets it in' : inWords(switches);
    lines.push(`  ${names.length} × ${cause}; ${remedy}`);
  }
  const needed = [...new Set(all.flatMap(({ advice }) => advice.switches))].sort();
  if (needed.length > 0) lines.push(`Switches that these requests need: ${needed.join(', ')}`);
  return plain(lines);
}

function inWords(switches: readonly string[]): string {
  return switches.length === 1
    ? `the switch ${switches.join()} lets it in`
    : `the switches ${switches.slice(0, -1).join(', ')} and ${switches.at(-1)} together let it in`;
}

function reasonOf({ answer, advice }: Replayed): string {
  return answer.detail ?? advice.problem?.detail ?? answer.title ?? String(answer.status);
}

function describe({ status, title, detail }: Answer): string {
  return [status, title, detail === undefined ? undefined : `(${detail})`]
    .filter((each) => each !== undefined)
    .join(' ');
}

/** Answers are of another party: no control characters reach the terminal, and no line is endless. */
function plain(lines: readonly string[]): string {
  return lines.map((line) => `${line.replace(/\p{Cc}/gu, ' ').slice(0, 500)}\n`).join('');
}
