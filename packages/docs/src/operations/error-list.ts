import { codeAddress } from '../addresses.ts';
import { codeBlock } from '../parts/code-block.ts';
import { clauseLinks, joined, provenanceBadge } from '../parts/elements.ts';
import { renderMarkdown } from '../parts/markdown.ts';
import { type Html, html } from '../tree/html.ts';
import { foldedSource } from './field-list.ts';
import {
  answerMessage,
  type DescribedAnswer,
  type DocumentedCall,
  type Example,
  type JudgingStep,
  type StepProblem,
} from './read-calls.ts';

/** A response with its examples. Its script shows them beside the text, by the status. */
export function answerSection(answer: DescribedAnswer): Html {
  const { status, description, provenance, examples } = answer;
  const badge = provenance === 'assumed' ? html` ${provenanceBadge(provenance)}` : undefined;
  return html`<section id="answer-${status}" class="${provenance}" data-status="${status}">
<h3><a href="#answer-${status}">${status === 'default' ? 'Any other' : status}</a>${badge}</h3>
${renderMarkdown(description)}
${examples.map(({ value }: Example) => codeBlock({ language: 'http', text: answerMessage(answer, value) }))}
${foldedSource(answer)}
</section>`;
}

/** Every error of an operation by the steps of the checks. */
export function errorList({ steps, answers }: DocumentedCall): Html {
  return html`<p>In the order in which the provider looks for them; the first one decides the response.</p>
${steps.filter(({ problems }) => problems.length > 0).map(step)}
${answers.filter(({ status }) => status === 'default').map(unlisted)}`;
}

function step({ id, rule, title, says, problems, malformed }: JudgingStep): Html {
  const source =
    rule === undefined ? undefined : html` <span class="source">${clauseLinks([`4.1/rule-${rule}`])}</span>`;
  return html`<section id="${id}">
<h3><a href="#${id}">${title}</a>${source}</h3>
${says === undefined ? undefined : html`<p>${says}</p>`}
${malformed === undefined ? undefined : html`<p>First, <a href="#error-${malformed.problem.slug}"><code>${malformed.problem.code}</code></a> for a missing or malformed ${joined(malformed.fields.map((name) => html`<code>${name}</code>`))}.</p>`}
${problems.map(problemRow)}
</section>`;
}

function problemRow({ problem, answer, examples }: StepProblem): Html {
  const { code, slug, status, cause, fix, advice, provenance } = problem;
  const messages = examples.map(({ value }) =>
    codeBlock({ language: 'http', text: answerMessage(answer, value) }),
  );
  return html`<details class="answer-row ${provenance}" id="error-${slug}" data-status="${status}">
<summary><h4><span class="status">${status}</span> <code>${code}</code>${provenance === 'assumed' ? html` ${provenanceBadge(provenance)}` : undefined}</h4> <small>${cause}</small></summary>
${messages}
<p>${fix} <b>Retry:</b> ${advice}</p>
<p><a href="${codeAddress(slug)}">Cause, fix, and the requests that provoke it</a></p>
</details>`;
}

function unlisted({ description }: DescribedAnswer): Html {
  return html`<section id="unlisted">
<h3>Any other</h3>
${renderMarkdown(description)}
</section>`;
}
