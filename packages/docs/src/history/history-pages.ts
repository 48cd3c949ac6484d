import { comparisonAddress } from '../addresses.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { decisionLinks } from '../parts/links.ts';
import type { Known } from './address-of-change.ts';
import { changesBetween } from './changes.ts';
import { type Comparison, type History, unreleased } from './read-history.ts';

/** The changelog, and a page for each two versions of the contract. */
export function historyPages(history: History, known: Known): Page[] {
  return [
    changelogPage(history, known),
    ...history.comparisons.map((one) => comparisonPage(one, history, known)),
  ];
}

function changelogPage(history: History, known: Known): Page {
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
${steps.map((one) => section(one, history, known))}
${firstRelease(history)}
<h2 id="compare">Compare two versions</h2>
<ul>${comparisons.toReversed().map(({ from, to }) => html`<li><a href="${comparisonAddress(from, to)}">${from} and ${to}</a></li>\n`)}</ul>`,
  };
}

/** What one release changed, or what is not released yet. */
function section(comparison: Comparison, { planned }: History, known: Known): Html {
  const { from, to } = comparison;
  const id = to === unreleased ? unreleased : `v${to}`;
  const title = to === unreleased ? `Unreleased: from ${from} to ${planned}` : `${to}, after ${from}`;
  return html`<h2 id="${id}">${title}</h2>
${changesBetween(comparison, id, 3, known)}`;
}

function firstRelease({ releases: [first] }: History): Html {
  if (first === undefined) return html`<p>Nothing has been released yet.</p>`;
  const { version, openapi, catalogue } = first;
  const count = (members: object) => Object.keys(members).length;
  const { problems, reasons, limits, clauses, decisions } = catalogue;
  return html`<h2 id="v${version}">${version}</h2>
<p>The first release: ${count((openapi.paths ?? {}) as object)} paths, ${count(problems)} problem codes,
${count(reasons)} undelivered reasons, ${count(limits)} limits, ${count(clauses)} clauses and ${count(decisions)} decisions.</p>`;
}

function comparisonPage(comparison: Comparison, { planned }: History, known: Known): Page {
  const { from, to } = comparison;
  const name = to === unreleased ? `${to} (planned: ${planned})` : to;
  return {
    file: comparisonAddress(from, to).slice(1),
    title: `From ${from} to ${to}`,
    under: 'changelog.html',
    lead: `What changed in the contract from ${from} to ${name}.`,
    body: html`${changesBetween(comparison, 'changes', 2, known)}`,
  };
}
