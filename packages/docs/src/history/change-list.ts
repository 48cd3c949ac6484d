import { type ContractChange, isWording } from '@cascade/evolution';
import { markChanges } from '../difference.ts';
import { breakable } from '../parts/elements.ts';
import { type Html, html } from '../tree/html.ts';
import {
  type Aspect,
  type ChangedThing,
  changedThings,
  isIgnored,
  nameOfThing,
  type Side,
  type States,
} from './changed-things.ts';
import type { ChangeReader } from './concerns.ts';

/** What a list of changes takes from around it. */
export interface ChangeListOptions extends States {
  /** Where a reader finds what a change is about; without it nothing is linked. */
  readonly addressOf?: (change: ContractChange) => string | undefined;
  /** The text above and below what has changed, by all its changes. */
  readonly warningOf?: (changes: readonly ContractChange[]) => Html | undefined;
  readonly noteOf?: (changes: readonly ContractChange[]) => Html | undefined;
}

const readers: readonly (readonly [reader: ChangeReader, title: string, says: string])[] = [
  ['caller', 'For callers', 'What a program sends, and what it gets back.'],
  ['receiver', 'For receivers', 'What a callback address gets.'],
  ['types', 'For programs with our packages', 'What they import.'],
  [
    'statements',
    'For readers of the source',
    'Our words for its statements, and what we chose where it is silent.',
  ],
];

/** What changed, by who reads it and by operation, what breaks first; wording is counted and folded. */
export function changesIn(
  changes: readonly ContractChange[],
  prefix: string,
  level: 2 | 3,
  around: ChangeListOptions,
): Html {
  if (changes.length === 0) return html`<p>Nothing has changed.</p>`;
  const things = changedThings(changes, around);
  const wording = changes.filter(isIgnored);
  const sections = readers.flatMap(([reader, title, says]) => {
    const own = things.filter((thing) => thing.reader === reader);
    return own.length === 0 ? [] : [{ id: `${prefix}-${reader}`, title, says, own }];
  });
  return html`<p>${sections.map(({ id, title, own }) => html`<a href="#${id}">${title}: ${counts(own)}</a>; `)}${wording.length} of wording, examples or marks.</p>
${sections.map(
  ({ id, title, says, own }) => html`<h${level} id="${id}">${title} (${own.length})</h${level}>
<p class="source">${says}</p>
${partsOf(own).map(([part, ofPart]) => partOf(part, ofPart, { prefix, level, around }))}`,
)}
${wording.length === 0 ? undefined : foldedWording(wording, around)}`;
}

function counts(things: readonly ChangedThing[]): string {
  const breaking = things.filter(({ impact }) => impact === 'major').length;
  return breaking === 0 ? `${things.length}` : `${things.length}, ${breaking} of them breaking`;
}

/** The things of each part, what breaks first. */
function partsOf(things: readonly ChangedThing[]): [string, ChangedThing[]][] {
  const sorted = things.toSorted(
    (one, other) => Number(other.impact === 'major') - Number(one.impact === 'major'),
  );
  return [...Map.groupBy(sorted, ({ part }) => part)].toSorted(
    ([, one], [, other]) => breakingIn(other) - breakingIn(one),
  );
}

function breakingIn(things: readonly ChangedThing[]): number {
  return things.filter(({ impact }) => impact === 'major').length;
}

interface ListContext {
  readonly prefix: string;
  readonly level: 2 | 3;
  readonly around: ChangeListOptions;
}

function partOf(part: string, things: readonly ChangedThing[], { prefix, level, around }: ListContext): Html {
  const heading = level + 1;
  return html`<h${heading} id="${anchorOfPart(prefix, part)}">${part}</h${heading}>
<table class="differences">
<thead><tr><th scope="col">what</th><th scope="col">before</th><th scope="col">after</th></tr></thead>
${things.map((thing) => body(thing, prefix, around))}</table>
`;
}

/** The anchor of a thing on a page of changes. */
export function anchorOfThing(prefix: string, { id }: Pick<ChangedThing, 'id'>): string {
  return `${prefix}-${id}`;
}

/** The anchor of all changes of an operation, or of another part. */
export function anchorOfPart(prefix: string, part: string): string {
  return `${prefix}-of-${part.replaceAll(/[^\w.-]+/g, '-')}`;
}

/** A row for each aspect of a thing, then what to do. */
function body(thing: ChangedThing, prefix: string, around: ChangeListOptions): Html {
  const { lines, impact, kind } = thing;
  const warning = around.warningOf?.(thing.changes);
  const meaning = below(thing, around);
  const height = lines.length + (meaning === undefined ? 0 : 1);
  const rows = lines.map(
    (line, at) => html`<tr>${at === 0 ? head(thing, height, around) : undefined}${sides(line)}</tr>\n`,
  );
  return html`<tbody id="${anchorOfThing(prefix, thing)}" class="${kind}${impact === 'major' ? ' breaking' : ''}">
${warning === undefined ? undefined : html`<tr class="warning"><td colspan="3">${warning}</td></tr>\n`}${rows}${meaning}</tbody>
`;
}

const kinds = { added: 'new', changed: '', removed: 'gone' } as const;

function head(thing: ChangedThing, rows: number, { addressOf }: ChangeListOptions): Html {
  const { name, title, impact, kind, changes } = thing;
  const [first] = changes;
  const address = first === undefined ? undefined : addressOf?.(first);
  const shown = breakable(name);
  const linked = address === undefined ? shown : html`<a href="${address}">${shown}</a>`;
  const marks = [impact === 'major' ? 'breaking' : '', kinds[kind]].filter((mark) => mark !== '');
  return html`<th scope="rowgroup" rowspan="${rows}"><b>${linked}</b>${marks.map((mark) => html` <span class="mark ${mark}">${mark}</span>`)}${title === undefined ? undefined : html`<small>${title}</small>`}</th>`;
}

function sides({ of, before, after }: Aspect): Html {
  const label = of === '' ? undefined : html`<span class="of">${of}</span>`;
  return html`<td data-label="before">${label}${side(before, after)}</td><td data-label="after">${label}${side(after, before)}</td>`;
}

function side(one: Side | undefined, other: Side | undefined): Html {
  if (one === undefined) return html`<span class="none">none</span>`;
  const { words, sample, verdict } = one;
  const says =
    words === undefined ? undefined : html`<div>${markedWords(...told(words, other?.words))}</div>`;
  if (sample === undefined)
    return html`${says}${verdict === undefined ? undefined : html`<div class="verdict">beyond it: ${verdict}</div>`}`;
  const becomes = verdict === undefined ? undefined : html` <span class="verdict">→ ${verdict}</span>`;
  return html`${says}<div><code>${sample}</code>${becomes}</div>`;
}

const longText = 240;

/** Of two long texts the sentences that differ. */
function told(text: string, other: string | undefined): [string, string | undefined] {
  if (other === undefined || Math.max(text.length, other.length) < longText) return [text, other];
  const [own = '', others = ''] = [
    [text, other],
    [other, text],
  ].map(([one = '', another = '']) => {
    const kept = new Set(sentencesOf(another));
    return sentencesOf(one)
      .filter((sentence) => !kept.has(sentence))
      .join(' … ');
  });
  return [own === '' ? 'without that' : own, others];
}

/** Sentences, and lines of lists and tables. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split(/\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.)\s?)|(?<=[.!?])\s+(?=[A-Z`])/)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => !/^[|\s-]*$/.test(sentence));
}

/** Below a thing: whom it breaks, what they do, and the note of the surroundings. */
function below({ advice, changes }: ChangedThing, { noteOf }: ChangeListOptions): Html | undefined {
  const note = noteOf?.(changes);
  if (advice === undefined && note === undefined) return undefined;
  const breaks =
    advice === undefined
      ? undefined
      : html`<p><b>Breaks you if</b> ${inCode(advice.breaksIf)}. <b>Do this:</b> ${inCode(advice.remedy)}.</p>`;
  return html`<tr class="meaning"><td colspan="2">${breaks}${note === undefined ? undefined : html`<p>${note}</p>`}</td></tr>\n`;
}

/** Text with its code in backticks; a half of a pair, and what makes it bold, is left out. */
function inCode(text: string): Html {
  const plain = text.replaceAll('**', '');
  const parts = plain.split('`');
  if (parts.length % 2 === 0) return html`${parts.join('')}`;
  return html`${parts.map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
}

/** A text whose words are marked where another text lacks them; plain if hardly a word is common. */
export function markedWords(text: string, other: string | undefined): Html {
  if (other === undefined) return inCode(text);
  const words = markChanges(inLines(other), inLines(text));
  const changed = words.filter((word) => word.changed).length;
  if (changed === 0 || changed > words.length * 0.7) return inCode(text);
  return html`${runsOf(words).map(({ changed, text: run }, index) => {
    const space = index === 0 ? '' : ' ';
    return changed ? html`${space}<mark>${inCode(run)}</mark>` : html`${space}${inCode(run)}`;
  })}`;
}

function inLines(text: string): string {
  return text.split(/\s+/).join('\n');
}

/** Neighbouring words of the same kind as one text. */
function runsOf(
  words: ReturnType<typeof markChanges>,
): { readonly text: string; readonly changed: boolean }[] {
  const runs: { text: string; changed: boolean }[] = [];
  for (const { text, changed } of words) {
    const last = runs.at(-1);
    if (last?.changed === changed) last.text += ` ${text}`;
    else runs.push({ text, changed });
  }
  return runs;
}

/** What changes nothing that a program sends or receives: the names alone. */
function foldedWording(changes: readonly ContractChange[], { after }: ChangeListOptions): Html {
  const names = [...new Set(changes.map((change) => nameOfThing(change, after.openapi)))];
  const words = changes.filter(isWording).length === 1 ? 'change' : 'changes';
  return html`<details class="wording">
<summary>${changes.length} ${words} of wording, examples or marks</summary>
<p>Nothing of this changes what a program sends or receives. Of: ${names.map((name, at) => html`${at === 0 ? '' : ', '}${name}`)}.</p>
</details>`;
}
