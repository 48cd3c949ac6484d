import { Help } from '@commander-js/extra-typings';
import { type KnownFault, linesOfPatch, shownByCommand } from './fault.ts';
import type { FoundAgain } from './find-fault.ts';

const columns = 80;
/** Lines of a failure that are shown. */
const most = 14;

/** What is known before it is shown. */
export function beforeFinding(fault: KnownFault): string {
  return paragraphs(
    [fault.name],
    indented([fault.says]),
    ['Found first:', ...indented([fault.found])],
    ['Taken out, in a copy of the working tree:', ...linesOfPatch(fault).map(quoted)],
    ['Shown by:', ...indented([shownByCommand(fault.shownBy)])],
  );
}

export function afterFinding({ finds }: KnownFault, { is, seconds, lines }: FoundAgain): string {
  if (is === 'stale')
    return paragraphs(['The patch no longer applies to the code of today:', ...lines.map(quoted)], putBack);
  const at = lines.findIndex((line) => line.includes(finds));
  const shown = [...lines.slice(0, most), ...(at < most ? [] : ['…', ...lines.slice(at, at + 1)])];
  const says = is === 'found' ? 'Found again' : `NOT found: no failure says "${finds}"`;
  return paragraphs([`${says}, after ${seconds} s:`, ...shown.map(quoted)], putBack);
}

const putBack = ['Put back: the copy is removed; the working tree was never changed.'];

function paragraphs(...all: readonly (readonly string[])[]): string {
  return `${all.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** Lines as wide as a terminal at most. */
export function indented(lines: readonly string[]): readonly string[] {
  const wrapped = lines.map((line) => new Help().boxWrap(line, columns - 2)).join('\n');
  return wrapped.split('\n').map((line) => `  ${line}`);
}

/** A line as wide as a terminal. */
export function cut(line: string): string {
  return line.length > columns ? `${line.slice(0, columns - 1)}…` : line;
}

const quoted = (line: string) => cut(`  ${line}`);
