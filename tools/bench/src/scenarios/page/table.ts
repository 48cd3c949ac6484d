import { isDisturbed, loadBefore, type ResultFile } from './goals.ts';

type Cell = string | number;

export const notMeasured = 'not measured';

/** Lines of a table of Markdown. */
export function markdownRows(all: readonly (readonly Cell[])[]): string {
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A table whose columns after the first are figures. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return markdownRows([heads, heads.map((_, at) => (at === 0 ? '---' : '--:')), ...rows]);
}

export function shown(value: number | null | undefined): string {
  return typeof value !== 'number' || Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

/** The command, the machine and its speed, and whether other work disturbed the run. */
export function conditionsOf(file: ResultFile | undefined): string {
  if (file === undefined) return notMeasured;
  const { machine, command } = file;
  const { speed } = machine;
  const known =
    speed === undefined
      ? 'how fast it was is not recorded'
      : `known work took ${speed.before} s before and ${speed.after} s after`;
  const disturbed = isDisturbed(file)
    ? ` **Beside other work (load average ${loadBefore(file)?.toFixed(1)} before): to be measured again.**`
    : '';
  return `\`${command.trim()}\` on ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; ${known}.${disturbed}`;
}
