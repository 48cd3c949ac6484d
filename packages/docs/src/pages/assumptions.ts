import type { Contract } from '@cascade/contract';
import { Marked } from 'marked';
import { evidenceLevels } from '../codes/evidence-levels.ts';
import {
  type AssumedPlace,
  type Assumption,
  type AssumptionSources,
  assumedPlaces,
} from '../coverage/assumptions.ts';
import { type Html, html, raw } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { decisionLinks } from '../parts/links.ts';
import { table } from '../parts/table.ts';

const markdown = new Marked();

/** Everything that is assumed on one page, by place, each with its decision and what that rests on. */
export function assumptionsPage(sources: AssumptionSources): Page {
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
implementation on one of them. <em>Documented only</em> at the top of every page hides them all.</p>
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
  return html`<li>${href === undefined ? label : html`<a href="${href}">${label}</a>`} ${raw(String(markdown.parseInline(says)))}
<small class="source">${decisionLinks(ids)}${levels.length === 0 ? undefined : html`, <em>${levels.join(', ')}</em>`}</small></li>\n`;
}
