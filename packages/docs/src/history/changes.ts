import { type Change, isWording, placeOf } from '@cascade/evolution';
import { type Html, html, raw } from '../html.ts';
import { addressOfChange, type Known } from './address-of-change.ts';
import { markedWords } from './marked-words.ts';
import type { Comparison } from './read-history.ts';

const subjects: Readonly<Record<Change['subject'], string>> = {
  code: 'problem code',
  reason: 'undelivered reason',
  limit: 'limit',
  clause: 'clause',
  decision: 'decision',
  export: 'exported name',
  openapi: 'API',
  asyncapi: 'callback',
};

/** The changes that a reader sees under one heading. */
interface Group {
  readonly id: string;
  readonly title: string;
  readonly changes: readonly Change[];
}

/** What changed: first what breaks, then what is new, changed and gone; wording is counted and folded. */
export function changesBetween({ changes }: Comparison, prefix: string, level: 2 | 3, known: Known): Html {
  const groups = groupsOf(changes, prefix).filter((group) => group.changes.length > 0);
  const wording = changes.filter(isWording);
  if (changes.length === 0) return html`<p>Nothing has changed.</p>`;
  return html`<p>${summaryOf(groups, wording.length)}</p>
${groups.map(({ id, title, changes: own }) => html`<h${level} id="${id}" class="${title.toLowerCase()}">${title} (${own.length})</h${level}>\n${tableOf(own, known)}`)}
${wording.length === 0 ? undefined : foldedWording(wording, known)}`;
}

function groupsOf(changes: readonly Change[], prefix: string): Group[] {
  const rest = changes.filter((change) => !isWording(change));
  const gentle = rest.filter(({ impact }) => impact !== 'major');
  return [
    { id: `${prefix}-breaking`, title: 'Breaking', changes: rest.filter(({ impact }) => impact === 'major') },
    { id: `${prefix}-added`, title: 'Added', changes: gentle.filter(({ kind }) => kind === 'added') },
    { id: `${prefix}-changed`, title: 'Changed', changes: gentle.filter(({ kind }) => kind === 'changed') },
    { id: `${prefix}-removed`, title: 'Removed', changes: gentle.filter(({ kind }) => kind === 'removed') },
  ];
}

function summaryOf(groups: readonly Group[], wording: number): Html {
  const counts = groups.map(
    ({ id, title, changes }) => html`<a href="#${id}">${changes.length} ${title.toLowerCase()}</a>, `,
  );
  return html`${counts}${wording} of wording, examples or marks.`;
}

/** A row for each change, those of one thing below each other. */
function tableOf(changes: readonly Change[], known: Known): Html {
  const rows = thingsOf(changes, known).flatMap(({ name, own }) =>
    own.map((change, index) => row(change, index === 0 ? name : undefined)),
  );
  return html`<table class="differences">
<thead><tr><th scope="col">what</th><th scope="col">before</th><th scope="col">after</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}

/** The changes by what they are about, in the order of the first change of each. */
function thingsOf(
  changes: readonly Change[],
  known: Known,
): { readonly name: Html; readonly own: Change[] }[] {
  const things = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.subject} ${nameOf(change)}`;
    things.set(key, [...(things.get(key) ?? []), change]);
  }
  return [...things.values()].map((own) => {
    const [first] = own;
    return { name: first === undefined ? html`` : linkedName(first, known), own };
  });
}

function nameOf({ subject, at }: Change): string {
  if (subject === 'clause') return `§${at}`;
  return subject === 'openapi' || subject === 'asyncapi' ? placeOf(at).name : at;
}

function linkedName(change: Change, known: Known): Html {
  const address = addressOfChange(change, known);
  const name = raw(html`${nameOf(change)}`.text.replaceAll('.', '.<wbr>'));
  const linked = address === undefined ? name : html`<a href="${address}">${name}</a>`;
  const title = known.contract.decisions.find(({ id }) => id === change.at)?.title;
  const label = title === undefined ? subjects[change.subject] : `${subjects[change.subject]}: ${title}`;
  return html`<b>${linked}</b> <small>${label}</small>`;
}

function row(change: Change, name: Html | undefined): Html {
  const { values, kind, at } = change;
  const of =
    values === undefined ? undefined : html`<span class="of">${values.of.replace(` of ${at}`, '')}</span>`;
  const cells =
    values === undefined || (values.before === undefined && values.after === undefined)
      ? html`<td colspan="2">${sentence(change.says)}</td>`
      : html`<td data-label="before">${side(values.before, values.after)}</td><td data-label="after">${side(values.after, values.before)}</td>`;
  const head =
    name === undefined && of === undefined ? html`<td></td>` : html`<th scope="row">${name}${of}</th>`;
  return html`<tr class="${kind}">${head}${cells}</tr>\n`;
}

function side(text: string | undefined, other: string | undefined): Html {
  return text === undefined ? html`<span class="none">none</span>` : markedWords(text, other);
}

/** Text of the evolution tool, with its code in backticks. */
function sentence(says: string): Html {
  const text = says.charAt(0).toUpperCase() + says.slice(1);
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
  return raw(`${parts.map((part) => part.text).join('')}.`.replace(/([.”])\.$/, '$1'));
}

function foldedWording(changes: readonly Change[], known: Known): Html {
  return html`<details class="wording">
<summary>${changes.length} ${changes.length === 1 ? 'change' : 'changes'} of wording, examples or marks</summary>
<p>Nothing of this changes what a program sends or receives.</p>
${tableOf(changes, known)}
</details>`;
}
