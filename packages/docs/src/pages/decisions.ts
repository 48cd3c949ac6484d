import type { Contract, Decision } from '@cascade/contract';
import { decisionAddress } from '../addresses.ts';
import { evidenceLevels } from '../codes/evidence-levels.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { clauseLinks, decisionLinks } from '../parts/links.ts';
import { renderMarkdown } from '../parts/markdown.ts';
import { overview } from '../parts/overview.ts';
import { table } from '../parts/table.ts';

/** Every decision in a row, and the questions that the source leaves open; each decision has a page of its own. */
export function decisionsPage({ clauses, decisions }: Contract): Page {
  const open = [...clauses.values()].filter(({ kind }) => kind === 'not-shown');
  return {
    file: 'decisions.html',
    showsAssumed: true,
    title: 'Decisions',
    lead: 'The source document leaves questions open; each decision answers one.',
    body: html`
<p>All ${decisions.length} decisions. The verifier fails no implementation that decides differently. What they mean for
each member, header and code is on <a href="/assumptions.html">one page</a>.</p>
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
