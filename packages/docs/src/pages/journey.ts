import type { Contract } from '@cascade/contract';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { clauseLinks, decisionLinks, provenanceBadge } from '../parts.ts';

const stageWidth = 230;

/** From request to delivery: the processing rules with their problem codes, then the stages of a cascade. */
export function journeyPage(contract: Contract, channels: readonly string[]): Page {
  return {
    file: 'journey.html',
    title: 'How a message travels',
    body: html`
<h2 id="rules">From the request to its answer</h2>
<p>${provenanceBadge('documented')} The first check that fails decides the answer, and nothing is scheduled
(${clauseLinks(['4.1/rule-6'])}).</p>
<ol class="rules">${steps(contract)}<li><strong>Scheduled</strong> all checks passed: the message enters its cascade</li></ol>
<section class="assumed">
<h2 id="cascade">From stage to stage</h2>
<p>${provenanceBadge('assumed')} ${decisionLinks(['ADR-0019'])}: ${choiceOf(contract, 'ADR-0019')}
Each status change is reported by a callback (${clauseLinks(['6/callback'])}).</p>
<div class="scroll" tabindex="0" role="group" aria-label="Diagram of a cascade">${cascade(channels)}</div>
</section>`,
  };
}

function steps({ clauses, problems }: Contract): Html[] {
  const before = problems.filter(({ rule }) => rule === undefined);
  const first = html`<li><strong>Before the rules</strong> URL, method, key, body ${codes(before)}</li>\n`;
  const rules = [1, 2, 3, 4, 5].map((rule) => {
    const says = clauses.get(`4.1/rule-${rule}`)?.says;
    return html`<li><strong>Rule ${rule}</strong> ${says} ${codes(problems.filter((problem) => problem.rule === rule))}</li>\n`;
  });
  return [first, ...rules];
}

function codes(problems: Contract['problems']): Html {
  return html`<ul class="codes">${problems.map(
    ({ code, slug, status, provenance }) =>
      html`<li class="${provenance}"><a href="/catalogue.html#${slug}">${status} ${code}</a></li>`,
  )}</ul>`;
}

function choiceOf({ decisions }: Contract, id: string): string {
  return decisions.find((decision) => decision.id === id)?.choice ?? '';
}

/** A diagram: one stage per channel, what leads to the next stage, and what ends the cascade. */
function cascade(channels: readonly string[]): Html {
  const width = channels.length * stageWidth - 50;
  return html`<svg class="cascade" viewBox="0 0 ${width} 150" width="${width}" role="img" aria-labelledby="cascade-title">
<title id="cascade-title">The stages ${channels.join(', ')}: UNDELIVERED or an expired TTL leads to the next stage, DELIVERED ends the cascade.</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>
${channels.map((channel, at) => stage(channel, at * stageWidth, at === channels.length - 1))}
</svg>`;
}

function stage(channel: string, x: number, last: boolean): Html {
  const onward = last
    ? undefined
    : html`<path class="arrow" d="M${x + 150} 35h108"/><text class="small" x="${x + 204}" y="26">UNDELIVERED</text><text class="small" x="${x + 204}" y="50">or TTL</text>`;
  return html`<rect x="${x + 30}" y="10" width="120" height="50" rx="8"/><text x="${x + 90}" y="40">${channel}</text>
<path class="arrow" d="M${x + 90} 60v38"/><text class="small" x="${x + 90}" y="116">DELIVERED</text><text class="small" x="${x + 90}" y="134">the cascade ends</text>
${onward}`;
}
