import type { Contract } from '@cascade/contract';
import { html } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { clauseLinks, table } from '../parts.ts';

/** Every limit of §8, and the code or reason that reports it. */
export function limitsPage({ limits, problems }: Contract): Page {
  const slugOf = new Map(problems.map(({ code, slug }) => [code, slug]));
  return {
    file: 'limits.html',
    title: 'Limits',
    body: html`
<p class="lead">Characters are Unicode code points, spaces included (<a href="/decisions.html#ADR-0023">ADR-0023</a>).</p>
${table(
  ['limit', 'value', 'reported as', 'clause'],
  limits.map(({ id, says, value, unit, problem, reason, clause }) => {
    const seen =
      problem === undefined
        ? html`<a href="/reasons.html#${reason}">${reason}</a>, in the callback`
        : html`<a href="/catalogue.html#${slugOf.get(problem)}">${problem}</a>`;
    return html`<tr id="${id}"><td>${says}</td><td>${value} ${unit}</td><td>${seen}</td><td>${clauseLinks([clause])}</td></tr>\n`;
  }),
)}
<p>The source mentions three more limits without their values: see
<a href="/decisions.html#not-shown">what is not shown</a>.</p>`,
  };
}
