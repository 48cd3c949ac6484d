import type { Change } from './change.ts';

/** How much of a text is shown before its first and after its last difference. */
const context = 60;
/** The most of one cell. */
const most = 300;

/** Changes as a table in Markdown: what, before, after. Long texts are cut to what differs. */
export function sideBySide(changes: readonly Change[]): string {
  return ['| what | before | after |', '|---|---|---|', ...changes.map(row)]
    .map((line) => `${line}\n`)
    .join('');
}

function row(change: Change): string {
  const { subject, at, values } = change;
  const name = subject === 'decision' ? at : `${subject} \`${at}\``;
  const [before, after] = aroundDifference(values?.before, values?.after);
  return `| ${cell(`${name}: ${whatOf(change)}`)} | ${before} | ${after} |`;
}

/** Of a catalogue or a decision both states say it; a description needs the words, which name the direction. */
function whatOf({ subject, says, values }: Change): string {
  const isDescription = subject === 'openapi' || subject === 'asyncapi';
  return values !== undefined && (!isDescription || says.length > most) ? values.of : says;
}

/** Both states, each cut to the part that differs and some text around it. */
function aroundDifference(before: string | undefined, after: string | undefined): [string, string] {
  const texts = [before, after];
  const shorter = Math.min(before?.length ?? 0, after?.length ?? 0);
  let start = 0;
  while (start < shorter && before?.[start] === after?.[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before?.at(-1 - end) === after?.at(-1 - end)) end += 1;
  const [from, to] = [Math.max(0, start - context), Math.max(0, end - context)];
  const [one = '', other = ''] = texts.map((text) => {
    if (text === undefined) return '—';
    const part = text.length <= most ? text : cut(text, from, text.length - to);
    return part === '' ? '(empty)' : cell(part);
  });
  return [one, other];
}

function cut(text: string, from: number, to: number): string {
  const end = Math.min(to, from + most);
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}

/** Text that stays in its cell and is not read as HTML. */
function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replaceAll(/\s*\n\s*/g, '<br>');
}
