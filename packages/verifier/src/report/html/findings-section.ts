import { clauseLink } from '../clause-link.ts';
import type { Finding, Report } from '../report.ts';
import { type Markup, markup } from './markup.ts';

/** The findings, each with all that is needed to reproduce it; errors first. */
export function findingsSection({ findings, ledger, interrupted, reason }: Report, docs: string): Markup {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const says = new Map(ledger.map((row) => [row.clause, row.says]));
  if (findings.length === 0 && (interrupted || reason !== undefined)) return markup``;
  const cards = [...errors, ...warnings].map((finding) => card(finding, says.get(finding.clause), docs));
  return markup`<section>
<h2>Findings</h2>
${cards.length === 0 ? markup`<p class="none">Nothing was found that the contract forbids.</p>` : cards}
</section>`;
}

function card(finding: Finding, statement: string | undefined, docs: string): Markup {
  const { id, severity, says, scenario, phase, check, clause, expected, actual, request, curl } = finding;
  const body = request === undefined || request.body === '' ? undefined : pretty(request.body);
  return markup`
<article class="${severity}" id="finding-${id}">
<h3><span class="tag">${severity}</span> ${says}</h3>
<p class="clause"><a href="${clauseLink(docs, clause)}">§${clause}</a> ${statement}</p>
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
