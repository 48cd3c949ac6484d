import { type ContractChange, placeOf } from '@cascade/evolution';
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
import type { Page } from '../layout/page.ts';
import { decisionLinks } from '../parts/elements.ts';
import { type Html, html } from '../tree/html.ts';
import { type ChangeListOptions, changesIn } from './change-list.ts';
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

/** The changelog, and a page for each two versions of the contract. */
export function historyPages(history: History, described: Described): Page[] {
  return [
    changelogPage(history, described),
    ...history.comparisons.map((one) => comparisonPage(one, history, described)),
  ];
}

/** The latest step first: each release after the one before it, and what is not released yet. */
export function releaseSteps({ releases, comparisons }: History): readonly Comparison[] {
  const versions = [...releases.map(({ version }) => version), unreleased];
  return versions
    .map((to, index) => comparisons.find((one) => one.to === to && one.from === versions[index - 1]))
    .filter((one) => one !== undefined)
    .toReversed();
}

/** The prefix of the anchors of a step, in the changelog. */
export function prefixOf({ to }: Comparison): string {
  return to === unreleased ? unreleased : `v${to}`;
}

function ofSite({ before, after }: Comparison, described: Described): ChangeListOptions {
  const { contract } = described;
  return { before, after, contract, addressOf: (change) => addressOfChange(change, described) };
}

function changelogPage(history: History, described: Described): Page {
  const { comparisons } = history;
  return {
    file: 'changelog.html',
    title: 'Changelog',
    // A change of what we chose breaks programs, too.
    showsAssumed: true,
    lead: 'What changed in the contract, for those who call, who receive callbacks, and who import our packages.',
    body: html`
<p>${decisionLinks(['ADR-0029'])} defines what counts as breaking: a new code or reason does not; a removed one, or a code
with another status, does. <a href="/kinds-of-change.html">What counts as breaking</a> has each kind.
Follow it by <a href="/feed.xml">Atom</a> or <a href="/feed.json">JSON Feed</a>.</p>
${releaseSteps(history).map((one) => section(one, history, described))}
${firstRelease(history)}
<h2 id="compare">Compare two versions</h2>
<ul>${comparisons.toReversed().map(({ from, to }) => html`<li><a href="${comparisonAddress(from, to)}">${from} and ${to}</a></li>\n`)}</ul>`,
  };
}

/** What one release changed, or what is not released yet. */
function section(comparison: Comparison, { planned, releases }: History, described: Described): Html {
  const { from, to } = comparison;
  const id = prefixOf(comparison);
  const title = to === unreleased ? `Unreleased: from ${from} to ${planned}` : `${to}, after ${from}`;
  const dateOf = (version: string) => releases.find((release) => release.version === version)?.date;
  const date = to === unreleased ? dateOf(from) : dateOf(to);
  const dated = to === unreleased ? html`Since ${date}` : html`On ${date}`;
  return html`<h2 id="${id}">${title}</h2>
${date === undefined ? undefined : html`<p class="source">${dated}</p>\n`}${changesIn(comparison.changes, id, 3, ofSite(comparison, described))}`;
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
    showsAssumed: true,
    lead: `What changed in the contract from ${from} to ${name}.`,
    body: html`${changesIn(comparison.changes, 'changes', 2, ofSite(comparison, described))}`,
  };
}
