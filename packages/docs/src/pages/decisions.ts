import type { Contract, Decision } from '@cascade/contract';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { renderMarkdown } from '../parts/markdown.ts';
import { clauseLinks, decisionLinks, table } from '../parts.ts';

/** The questions that the source leaves open, and every decision with its text. */
export function decisionsPage({ clauses, decisions }: Contract): Page {
  const open = [...clauses.values()].filter(({ kind }) => kind === 'not-shown');
  return {
    file: 'decisions.html',
    title: 'Decisions',
    body: html`
<p class="lead">The source document leaves questions open; each decision answers one. The verifier fails no
implementation that decides differently.</p>
<h2 id="not-shown">What is not shown</h2>
${table(
  ['clause', 'open', 'decided in'],
  open.map(({ id, says }) => {
    const answers = decisions
      .filter((decision) => decision.clauses.includes(id))
      .map((decision) => decision.id);
    return html`<tr><td>${clauseLinks([id])}</td><td>${says}</td><td>${decisionLinks(answers)}</td></tr>\n`;
  }),
)}
<h2 id="records">Decision records</h2>
${decisions.map(record)}`,
  };
}

function record({ id, title, question, choice, evidence, status, date, clauses, text }: Decision): Html {
  return html`
<section id="${id}" class="entry assumed">
<h2><a href="#${id}">${id}</a> ${title}</h2>
<dl>
<dt>Question</dt><dd>${question}</dd>
<dt>Choice</dt><dd>${choice}</dd>
<dt>Evidence</dt><dd>${evidence}</dd>
<dt>Status</dt><dd>${status}, ${date}</dd>
<dt>Clauses</dt><dd>${clauseLinks(clauses)}</dd>
</dl>
${renderMarkdown(text, { down: 1, prefix: `${id}-` })}
</section>`;
}
