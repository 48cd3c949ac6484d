import type { Answer } from './answer.ts';
import type { CallbackReport } from './callbacks.ts';
import { type Difference, differencesInWords } from './compare.ts';
import { type Family, isLetInBySwitches, isSuccess, type Replayed } from './replay.ts';

/** One line for a request, and one more for each difference and piece of advice. */
export function renderReplayed(replayed: Replayed): string {
  const { name, answer, against, isExpected, expected, advice, unread } = replayed;
  const mark = isAsRecorded(replayed) ? '✓' : '✗';
  const wanted = isExpected || unread.length > 0 ? '' : ` (expected ${expected ?? '2xx'})`;
  const other = against === undefined ? '' : ` | ${describe(against)}`;
  const lines = [`${mark} ${name}: ${describe(answer)}${other}${wanted}`];
  for (const line of fromRecordingInWords(replayed.fromRecording)) lines.push(line);
  for (const line of differencesInWords(replayed.differences, (one, other) => `${one} ≠ ${other}`))
    lines.push(`    differs: ${line}`);
  if (isLetInBySwitches(replayed))
    lines.push(`    refused: ${reasonOf(replayed)}; ${inWords(advice.switches)}`);
  else if (unread.length > 0)
    lines.push(`    accepted, but not read: the account ignores ${unread.join(' and ')}; switch it on`);
  else if (advice.switches.length > 0)
    lines.push(
      `    older shapes${isSuccess(answer) ? ', read with' : ' of'} the switches ${advice.switches.join(', ')}`,
    );
  return plain(lines);
}

/** Whether a request has the answer that is expected, that of the recording and that of the other target. */
export function isAsRecorded({ isExpected, fromRecording, differences }: Replayed): boolean {
  return isExpected && fromRecording.length === 0 && differences.length === 0;
}

function fromRecordingInWords(differences: readonly Difference[]): readonly string[] {
  const words = differencesInWords(differences, (one, other) => `recorded ${one}, found ${other}`);
  return words.map((line) => `    not as recorded: ${line}`);
}

/** The callbacks of the requests that have others than the recorded ones, and how many there are. */
export function renderCallbacks({ recorded, received, messages, refused }: CallbackReport): string {
  if (refused !== undefined) return plain(['', `callbacks are not compared: ${refused}`]);
  if (recorded + received === 0) return plain(['', 'no callbacks to compare: their requests were refused']);
  const lines = messages.flatMap(({ name, differences }) => [
    `✗ callbacks of ${name}`,
    ...fromRecordingInWords(differences),
  ]);
  const found = messages.length === 0 ? 'as recorded' : `not as recorded for ${messages.length} requests`;
  return plain([...lines, '', `${received} callbacks, ${recorded} recorded: ${found}`]);
}

/** The counts, and for each family of refused requests the switches that let it in. */
export function renderSummary(all: readonly Replayed[], families: readonly Family[]): string {
  const accepted = all.filter(({ answer }) => isSuccess(answer)).length;
  const differing = all.filter(({ differences }) => differences.length > 0).length;
  const changed = all.filter(({ fromRecording }) => fromRecording.length > 0).length;
  const unexpected = all.filter(({ isExpected }) => !isExpected).length;
  const other = changed > 0 ? `, ${changed} with another answer than the recorded one` : '';
  const compared = all.some(({ against }) => against !== undefined) ? `, ${differing} with differences` : '';
  const lines = [
    '',
    `${all.length} requests: ${accepted} accepted, ${unexpected} not as expected${other}${compared}`,
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
