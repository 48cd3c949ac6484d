import { escapeMarkup } from '../report/escape-markup.ts';
import type { Operation } from './judge-history.ts';

const columns = 48;

/** One line an operation, with a bar from call to return; `…` at the end if it never returned. */
export function toTimeline(operations: readonly Operation[]): string {
  const { from, until } = rangeOf(operations);
  const at = (time: number) => Math.round(((time - from) / (until - from)) * (columns - 1));
  const lines = inOrder(operations).map((one) => {
    const start = at(one.call);
    const end = Number.isFinite(one.end) ? at(one.end) : columns - 1;
    const bar = `${' '.repeat(start)}${'█'.repeat(end - start + 1)}`.padEnd(columns);
    return `  ${bar}${Number.isFinite(one.end) ? ' ' : '…'} ${labelOf(one, from)}\n`;
  });
  return lines.join('');
}

const rowHeight = 24;
const barWidth = 560;

/** The same as an image. */
export function toSvg(title: string, operations: readonly Operation[]): string {
  const { from, until } = rangeOf(operations);
  const at = (time: number) => ((Math.min(time, until) - from) / (until - from)) * barWidth;
  const rows = inOrder(operations).map((one, place) => {
    const start = at(one.call);
    const end = at(one.end);
    const y = 40 + place * rowHeight;
    const color = one.answer === 'accepted' ? '#1a7f37' : one.answer === 'unknown' ? '#6e7781' : '#bc4c00';
    return [
      `<rect x="${(10 + start).toFixed(1)}" y="${y}" width="${Math.max(2, end - start).toFixed(1)}" height="14" fill="${color}"/>`,
      `<text x="${barWidth + 24}" y="${y + 12}">${escapeMarkup(labelOf(one, from))}</text>`,
    ].join('\n');
  });
  const height = 50 + operations.length * rowHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1160" height="${height}" font-family="monospace" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<text x="10" y="22">${escapeMarkup(title)}</text>
${rows.join('\n')}
</svg>
`;
}

function rangeOf(operations: readonly Operation[]): { from: number; until: number } {
  const times = operations.flatMap(({ call, end }) => (Number.isFinite(end) ? [call, end] : [call]));
  const from = Math.min(...times);
  return { from, until: Math.max(...times, from + 1) };
}

function inOrder(operations: readonly Operation[]): readonly Operation[] {
  return operations.toSorted((one, other) => one.call - other.call);
}

function labelOf({ lane, account, id, answer, call, end }: Operation, from: number): string {
  const returned = Number.isFinite(end) ? `${(end - from).toFixed(1)} ms` : 'never';
  return `${lane} ${account} ${id.slice(0, 8)} ${(call - from).toFixed(1)}–${returned}: ${answer}`;
}
