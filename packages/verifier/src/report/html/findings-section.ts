import type { Finding, Report } from '../report.ts';
import { linkedClause } from './linked-clause.ts';
import { type Markup, markup } from './markup.ts';

/** The findings, each with all that is needed to reproduce it, and apart from them the hints. */
export function findingsSection(
  { findings, hints, interrupted, reason }: Report,
  docs: string | undefined,
): Markup {
  const cardOf = (finding: Finding) => card(finding, docs);
  const apart = hints.length === 0 ? markup`` : hintsSection(hints.map(cardOf));
  if (findings.length === 0 && (interrupted || reason !== undefined)) return apart;
  const cards = findings.map(cardOf);
  return markup`<section>
<h2>Findings</h2>
${cards.length === 0 ? markup`<p class="none">Nothing was found that the contract forbids.</p>` : cards}
</section>
${apart}`;
}

function hintsSection(cards: readonly Markup[]): Markup {
  return markup`<section>
<h2>Hints</h2>
<p>The source does not ask for these: each rests on another standard or on a decision. They do not change the verdict.</p>
${cards}
</section>`;
}

function card(finding: Finding, docs: string | undefined): Markup {
  const {
    id,
    severity,
    rests,
    says,
    scenario,
    phase,
    check,
    clause,
    clauseSays,
    expected,
    actual,
    request,
    curl,
  } = finding;
  const body = request === undefined || request.body === '' ? undefined : pretty(request.body);
  return markup`
<article class="${severity}" id="finding-${id}">
<h3><span class="tag">${severity}</span> ${says}</h3>
<p class="clause">${linkedClause(clause, docs)} ${clauseSays}</p>
${rests === undefined ? markup`` : markup`<p>Rests on ${rests}.</p>`}
<dl class="compare">
<div><dt>expected</dt><dd>${expected}</dd></div>
<div class="actual"><dt>actual</dt><dd>${actual}</dd></div>
</dl>
${body === undefined ? markup`` : details('Smallest request', `${request?.method} ${request?.path}`, body)}
${curl === undefined ? markup`` : details('Send it again', 'curl', curl)}
<p class="small about"><span>${phase} · ${scenario} · ${check}</span>
<code>cascade-verify replay ${id} --report report.json</code></p>
</article>`;
}

function details(title: string, what: string, text: string): Markup {
  return markup`<details><summary>${title} <span class="small">${what}</span></summary>
<pre tabindex="0">${text}</pre></details>`;
}

/** Indents JSON; returns other text unchanged. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
