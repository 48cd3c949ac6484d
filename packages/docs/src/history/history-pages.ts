import type { Contract } from '@cascade/contract';
import { type ContractChange, isWording, meaningOf, placeOf } from '@cascade/evolution';
import {
  clauseAddress,
  codeAddress,
  comparisonAddress,
  decisionAddress,
  fieldAddress,
  limitAddress,
  operationAddress,
  reasonAddress,
  schemaAddress,
} from '../addresses.ts';
import type { Described } from '../description/read-description.ts';
import { markChanges } from '../difference.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { breakable, decisionLinks } from '../parts/elements.ts';
import { type Comparison, type History, unreleased } from './read-history.ts';

/** The address of what a change is about; `undefined` if the site no longer has it. */
export function addressOfChange({ subject, at }: ContractChange, described: Described): string | undefined {
  const { problems, reasons, decisions, limits, clauses } = described.contract;
  const addresses: Readonly<Record<ContractChange['subject'], string | undefined>> = {
    code: problems.filter(({ code }) => code === at).map(({ slug }) => codeAddress(slug))[0],
    reason: reasons.some(({ reason }) => reason === at) ? reasonAddress(at) : undefined,
    limit: limits.some(({ id }) => id === at) ? limitAddress(at) : undefined,
    clause: clauses.has(at) ? clauseAddress(at) : undefined,
    decision: decisions.some(({ id }) => id === at) ? decisionAddress(at) : undefined,
    'demo number': undefined,
    export: undefined,
    openapi: addressOfPlace(at, described),
    asyncapi: addressOfPlace(at, described),
  };
  return addresses[subject];
}

/** The operation, the field or the schema that a JSON pointer leads into. */
function addressOfPlace(pointer: string, { operations, fields, lists }: Described): string | undefined {
  const { kind, name, of, members } = placeOf(pointer);
  if (kind === 'operation') {
    const operation = operations.find(({ title }) => title === name || title.endsWith(` ${of}`));
    return operation === undefined ? undefined : operationAddress(operation.id);
  }
  if (kind !== 'schema') return undefined;
  const [member] = members;
  const field = fields.find(({ id }) => id === `${of}.${member}`);
  if (field !== undefined) return fieldAddress(field.id);
  const isShown = [...fields, ...lists].some(({ schema }) => schema === of);
  return isShown ? schemaAddress(of) : undefined;
}

/** A text whose words are marked where another text lacks them; plain if hardly a word is common. */
export function markedWords(text: string, other: string | undefined): Html {
  if (other === undefined) return html`${text}`;
  const words = markChanges(inLines(other), inLines(text));
  const changed = words.filter((word) => word.changed).length;
  if (changed === 0 || changed > words.length * 0.7) return html`${text}`;
  return html`${runsOf(words).map(({ changed, text: run }, index) => {
    const space = index === 0 ? '' : ' ';
    return changed ? html`${space}<mark>${run}</mark>` : html`${space}${run}`;
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

const subjects: Readonly<Record<ContractChange['subject'], string>> = {
  code: 'problem code',
  reason: 'undelivered reason',
  limit: 'limit',
  'demo number': 'demo number',
  clause: 'clause',
  decision: 'decision',
  export: 'exported name',
  openapi: 'API',
  asyncapi: 'callback',
};

/** What a list of changes takes from around it. */
export interface ChangeListOptions {
  /** Where a reader finds what a change is about; without it nothing is linked. */
  readonly addressOf?: (change: ContractChange) => string | undefined;
  readonly contract: Contract;
  /** The text below a change. */
  readonly noteOf?: (change: ContractChange) => Html | undefined;
}

/** What changed: first what breaks, then what is new, changed and gone; wording is counted and folded. */
export function changesIn(
  changes: readonly ContractChange[],
  prefix: string,
  level: 2 | 3,
  around: ChangeListOptions,
): Html {
  const groups = groupsOf(changes, prefix);
  const wording = changes.filter(isWording);
  if (changes.length === 0) return html`<p>Nothing has changed.</p>`;
  return html`<p>${summaryOf(groups, wording.length)}</p>
${groups.map(({ id, title, changes: own }) => html`<h${level} id="${id}" class="${title.toLowerCase()}">${title} (${own.length})</h${level}>\n${tableOf(own, around)}`)}
${wording.length === 0 ? undefined : foldedWording(wording, around)}`;
}

/** The changes that a reader sees under one heading. */
function groupsOf(changes: readonly ContractChange[], prefix: string) {
  const headingOf = ({ impact, kind }: ContractChange) => (impact === 'major' ? 'breaking' : kind);
  const found = Map.groupBy(
    changes.filter((change) => !isWording(change)),
    headingOf,
  );
  return (['breaking', 'added', 'changed', 'removed'] as const).flatMap((heading) => {
    const title = heading.charAt(0).toUpperCase() + heading.slice(1);
    const own = found.get(heading);
    return own === undefined ? [] : [{ id: `${prefix}-${heading}`, title, changes: own }];
  });
}

function summaryOf(groups: ReturnType<typeof groupsOf>, wording: number): Html {
  const counts = groups.map(
    ({ id, title, changes }) => html`<a href="#${id}">${changes.length} ${title.toLowerCase()}</a>, `,
  );
  return html`${counts}${wording} of wording, examples or marks.`;
}

/** A row for each change, those of one thing below each other. */
function tableOf(changes: readonly ContractChange[], around: ChangeListOptions): Html {
  const rows = thingsOf(changes, around).flatMap(({ name, own }) => {
    const below = own.map((change) => rowBelow(change, around));
    return own.map((change, index) => {
      // What holds for several changes in a row is said once, below the last one.
      const isSaidBelow = below[index]?.text === below[index + 1]?.text;
      return html`${row(change, index === 0 ? name : undefined)}${isSaidBelow ? undefined : below[index]}`;
    });
  });
  return html`<table class="differences">
<thead><tr><th scope="col">what</th><th scope="col">before</th><th scope="col">after</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}

/** The changes by what they are about, in the order of the first change of each. */
function thingsOf(
  changes: readonly ContractChange[],
  around: ChangeListOptions,
): { readonly name: Html; readonly own: ContractChange[] }[] {
  const things = new Map<string, ContractChange[]>();
  for (const change of changes) {
    const key = `${change.subject} ${nameOf(change)}`;
    things.set(key, [...(things.get(key) ?? []), change]);
  }
  return [...things.values()].map((own) => {
    const [first] = own;
    return { name: first === undefined ? html`` : linkedName(first, around), own };
  });
}

function nameOf({ subject, at }: ContractChange): string {
  if (subject === 'clause') return `§${at}`;
  return subject === 'openapi' || subject === 'asyncapi' ? placeOf(at).name : at;
}

function linkedName(change: ContractChange, { addressOf, contract }: ChangeListOptions): Html {
  const address = addressOf?.(change);
  const name = breakable(nameOf(change));
  const linked = address === undefined ? name : html`<a href="${address}">${name}</a>`;
  const title = contract.decisions.find(({ id }) => id === change.at)?.title;
  const label = title === undefined ? subjects[change.subject] : `${subjects[change.subject]}: ${title}`;
  return html`<b>${linked}</b> <small>${label}</small>`;
}

function row(change: ContractChange, name: Html | undefined): Html {
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

/** Below a change: whom a breaking one breaks, what they do, and the note of the surroundings. */
function rowBelow(change: ContractChange, { noteOf }: ChangeListOptions): Html | undefined {
  const note = noteOf?.(change);
  const meaning = change.impact === 'major' ? meaningOf(change) : undefined;
  if (note === undefined && meaning === undefined) return undefined;
  const breaks =
    meaning === undefined
      ? undefined
      : html`<b>Breaks you if</b> ${meaning.breaksIf}. <b>Do this:</b> ${meaning.remedy}.`;
  const space = note === undefined || meaning === undefined ? undefined : html`<br>`;
  return html`<tr class="meaning"><td></td><td colspan="2">${breaks}${space}${note}</td></tr>\n`;
}

function side(text: string | undefined, other: string | undefined): Html {
  return text === undefined ? html`<span class="none">none</span>` : markedWords(text, other);
}

/** Text of the evolution tool, with its code in backticks. */
function sentence(says: string): Html {
  const text = says.charAt(0).toUpperCase() + says.slice(1);
  const ended = `${text}.`.replace(/([.”])\.$/, '$1');
  return html`${ended.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
}

function foldedWording(changes: readonly ContractChange[], around: ChangeListOptions): Html {
  return html`<details class="wording">
<summary>${changes.length} ${changes.length === 1 ? 'change' : 'changes'} of wording, examples or marks</summary>
<p>Nothing of this changes what a program sends or receives.</p>
${tableOf(changes, around)}
</details>`;
}

/** The changelog, and a page for each two versions of the contract. */
export function historyPages(history: History, described: Described): Page[] {
  return [
    changelogPage(history, described),
    ...history.comparisons.map((one) => comparisonPage(one, history, described)),
  ];
}

function ofSite(described: Described): ChangeListOptions {
  return { contract: described.contract, addressOf: (change) => addressOfChange(change, described) };
}

function changelogPage(history: History, described: Described): Page {
  const { releases, comparisons } = history;
  const versions = [...releases.map(({ version }) => version), unreleased];
  const steps = versions
    .map((to, index) => comparisons.find((one) => one.to === to && one.from === versions[index - 1]))
    .filter((one) => one !== undefined)
    .toReversed();
  return {
    file: 'changelog.html',
    title: 'Changelog',
    lead: 'What changed in the contract: descriptions, catalogue, clauses and decisions, compared value by value.',
    body: html`
<p>${decisionLinks(['ADR-0029'])} defines what counts as breaking: a new code or reason does not; a removed one, or a code
with another status, does. <a href="/kinds-of-change.html">Which change is what</a> has each kind.</p>
${steps.map((one) => section(one, history, described))}
${firstRelease(history)}
<h2 id="compare">Compare two versions</h2>
<ul>${comparisons.toReversed().map(({ from, to }) => html`<li><a href="${comparisonAddress(from, to)}">${from} and ${to}</a></li>\n`)}</ul>`,
  };
}

/** What one release changed, or what is not released yet. */
function section(comparison: Comparison, { planned, releases }: History, described: Described): Html {
  const { from, to } = comparison;
  const id = to === unreleased ? unreleased : `v${to}`;
  const title = to === unreleased ? `Unreleased: from ${from} to ${planned}` : `${to}, after ${from}`;
  const dateOf = (version: string) => releases.find((release) => release.version === version)?.date;
  const date = to === unreleased ? dateOf(from) : dateOf(to);
  const dated = to === unreleased ? html`Since ${date}` : html`On ${date}`;
  return html`<h2 id="${id}">${title}</h2>
${date === undefined ? undefined : html`<p class="source">${dated}</p>\n`}${changesIn(comparison.changes, id, 3, ofSite(described))}`;
}

function firstRelease({ releases: [first] }: History): Html {
  if (first === undefined) return html`<p>Nothing has been released yet.</p>`;
  const { version, date, openapi, catalogue } = first;
  const count = (members: object) => Object.keys(members).length;
  const { problems, reasons, limits, clauses, decisions } = catalogue;
  return html`<h2 id="v${version}">${version}</h2>
<p>The first release${date === undefined ? undefined : html`, on ${date}`}: ${count((openapi.paths ?? {}) as object)} paths, ${count(problems)} problem codes,
${count(reasons)} undelivered reasons, ${count(limits)} limits, ${count(clauses)} clauses and ${count(decisions)} decisions.</p>`;
}

function comparisonPage(comparison: Comparison, { planned }: History, described: Described): Page {
  const { from, to } = comparison;
  const name = to === unreleased ? `${to} (planned: ${planned})` : to;
  return {
    file: comparisonAddress(from, to).slice(1),
    title: `From ${from} to ${to}`,
    under: 'changelog.html',
    lead: `What changed in the contract from ${from} to ${name}.`,
    body: html`${changesIn(comparison.changes, 'changes', 2, ofSite(described))}`,
  };
}
