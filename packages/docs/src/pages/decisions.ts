import { type Contract, type Decision, readText, repositoryRoot } from '@cascade/contract';
import { decisionAddress } from '../addresses.ts';
import { type AssumedPlace, type Assumption, assumedPlaces } from '../coverage/assumptions.ts';
import type { Described } from '../description/read-description.ts';
import type { Page } from '../layout/page.ts';
import { clauseLinks, decisionLinks, overview, table } from '../parts/elements.ts';
import { renderInline, renderMarkdown } from '../parts/markdown.ts';
import { type Html, html } from '../tree/html.ts';

/** What `seen`, `standard` and `reasoned` mean, in the words of spec/decisions/README.md. */
const evidenceLevels: Readonly<Record<string, string>> = readLevels();

function readLevels(): Record<string, string> {
  const text = readText(repositoryRoot, 'spec/decisions/README.md');
  const row = text.split('\n').find((line) => line.startsWith('| `evidence` |')) ?? '';
  const levels = [...row.matchAll(/`(\w+)`: ([^;|]+)/g)].map(([, name = '', says = '']) => [
    name,
    says.trim(),
  ]);
  if (levels.length !== 3) throw new Error('spec/decisions/README.md: expected seen, standard and reasoned');
  return Object.fromEntries(levels);
}

/**
 * Every decision in a row, and the questions that the source leaves open; each decision has a page of its
 * own.
 */
export function decisionsPage({ clauses, decisions }: Contract): Page {
  const open = [...clauses.values()].filter(({ kind }) => kind === 'not-shown');
  return {
    file: 'decisions.html',
    showsAssumed: true,
    title: 'Decisions',
    lead: 'The source document leaves questions open; each decision answers one.',
    body: html`
<p>All ${decisions.length} decisions. The verifier fails no implementation that decides differently. What they mean for
each field, header and code is on <a href="/assumptions.html">one page</a>.</p>
${overview(
  ['decision', 'question', 'choice', 'evidence'],
  decisions.map(({ id, title, question, choice, evidence }) => ({
    id,
    provenance: 'documented',
    cells: [
      html`<a href="${decisionAddress(id)}"><b>${id}</b></a>`,
      html`<b>${title}</b><br>${question}`,
      choice,
      html`<a href="/assumptions.html#evidence">${evidence}</a>`,
    ],
  })),
)}
<h2 id="not-shown">What is not shown</h2>
<p>The ${open.length} places at which the source itself says that something is left open.</p>
${table(
  ['clause', 'open', 'decided in'],
  open.map(({ id, says }) => {
    const answers = decisions.filter((one) => one.clauses.includes(id)).map((one) => one.id);
    return html`<tr><td>${clauseLinks([id])}</td><td>${says}</td><td>${decisionLinks(answers)}</td></tr>\n`;
  }),
)}`,
  };
}

/** A page for each decision. */
export function decisionPages({ decisions }: Contract): readonly Page[] {
  return decisions.map((decision) => ({
    file: `decisions/${decision.id}.html`,
    showsAssumed: true,
    under: 'decisions.html',
    title: `${decision.id} ${decision.title}`,
    lead: decision.question,
    body: record(decision),
  }));
}

function record({ choice, evidence, status, date, clauses, text }: Decision): Html {
  return html`
<dl>
<dt>Choice</dt><dd>${choice}</dd>
<dt>Evidence</dt><dd><a href="/assumptions.html#evidence">${evidence}</a>: ${evidenceLevels[evidence]}</dd>
<dt>Status</dt><dd>${status}, ${date}</dd>
<dt>Clauses</dt><dd>${clauseLinks(clauses)}</dd>
</dl>
${renderMarkdown(withLinks(text))}`;
}

/** Other records that the text names have pages, too; code stays as it is. */
function withLinks(text: string): string {
  return text
    .split(/(```.*?```|`[^`]*`|\[[^\]]*\]\([^)]*\))/s)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replaceAll(/ADR-\d{4}/g, (id) => `[${id}](${decisionAddress(id)})`),
    )
    .join('');
}

/** Everything that is assumed on one page, by place, each with its decision and what that rests on. */
export function assumptionsPage(sources: Described): Page {
  const { decisions } = sources.contract;
  const places = assumedPlaces(sources);
  const count = places.reduce((sum, { assumptions }) => sum + assumptions.length, 0);
  return {
    file: 'assumptions.html',
    showsAssumed: true,
    title: 'Assumptions',
    lead: 'Everything that the source document does not say, and that we chose.',
    body: html`
<p>${count} assumptions at ${places.length} places, from ${decisions.length} decisions. The verifier fails no
implementation on one of them. <em>Hide assumptions</em> at the top of every page leaves them all out.</p>
${table(
  ['place', 'assumptions'],
  places.map(
    ({ id, title, assumptions }) =>
      html`<tr><td><a href="#${id}">${title}</a></td><td>${assumptions.length}</td></tr>\n`,
  ),
)}
${evidence(decisions)}
${places.map((place) => listOf(place, decisions))}`,
  };
}

function evidence(decisions: Contract['decisions']): Html {
  const count = (level: string) => decisions.filter((one) => one.evidence === level).length;
  return html`<h2 id="evidence">Evidence</h2>
<p>What a decision rests on:</p>
<dl>${Object.entries(evidenceLevels).map(([level, says]) => html`<dt><em>${level}</em></dt><dd>${says}; ${count(level)} decisions</dd>`)}</dl>`;
}

function listOf({ id, title, assumptions }: AssumedPlace, decisions: Contract['decisions']): Html {
  return html`<h2 id="${id}">${title}</h2>
<ul class="assumptions">${assumptions.map((one) => item(one, decisions))}</ul>\n`;
}

function item({ name, href, says, decisions: ids }: Assumption, decisions: Contract['decisions']): Html {
  const levels = [...new Set(decisions.filter(({ id }) => ids.includes(id)).map((one) => one.evidence))];
  const label = html`<code>${name}</code>`;
  return html`<li>${href === undefined ? label : html`<a href="${href}">${label}</a>`} ${renderInline(says)}
<small class="source">${decisionLinks(ids)}${levels.length === 0 ? undefined : html`, <em>${levels.join(', ')}</em>`}</small></li>\n`;
}
