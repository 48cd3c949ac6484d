import { describeGenerated } from '../count-generated.ts';
import type { LedgerRow, Report } from '../report.ts';
import { Markup, markup } from './markup.ts';

const words = {
  conformant: 'Conformant',
  'non-conformant': 'Non-conformant',
  'could-not-judge': 'Could not judge',
} as const;

/** The verdict at a glance: what was judged, when, and the share of the clauses that hold. */
export function overview(report: Report): Markup {
  const { verdict, reason, target, began, requests, seconds, findings, hints } = report;
  const partial = report.interrupted
    ? markup`<p class="partial">Partial: the run was broken off. Only what had ended by then is in this report.</p>`
    : markup``;
  return markup`<header class="${verdict}">
<div class="inner">
<p class="kind">Contract verification</p>
<h1>${words[verdict]}</h1>
<p class="target">${target}</p>
${reason === undefined ? markup`` : markup`<p class="reason">${reason}</p>`}
${partial}
<dl>
<div><dt>errors</dt><dd>${findings.length}</dd></div>
<div><dt>hints</dt><dd>${hints.length}</dd></div>
<div><dt>scenarios</dt><dd>${describeGenerated(report)}</dd></div>
<div><dt>requests</dt><dd>${requests.toLocaleString('en')}</dd></div>
<div><dt>seconds</dt><dd>${seconds.toFixed(2)}</dd></div>
<div><dt>began</dt><dd><time datetime="${began}">${began.slice(0, 16).replace('T', ' ')} UTC</time></dd></div>
</dl>
${bar(report.ledger)}
</div>
</header>`;
}

function bar(ledger: readonly LedgerRow[]): Markup {
  const kinds = ['non-conformant', 'conformant', 'inconclusive'] as const;
  const counts = kinds.map((kind) => ({
    kind,
    count: ledger.filter(({ verdict }) => verdict === kind).length,
  }));
  const shown = counts.filter(({ count }) => count > 0);
  const parts = shown.map(
    ({ kind, count }) => markup`<span class="${kind}" style="flex-grow:${count}"></span>`,
  );
  const legend = shown.map(
    ({ kind, count }) => markup`<li class="${kind}"><strong>${count}</strong> ${kind}</li>`,
  );
  const label = new Markup(`aria-label="clauses by verdict" role="img"`);
  return markup`<div class="bar" ${label}>${parts}</div>
<ul class="legend">${legend}<li class="all">of ${ledger.length} clauses</li></ul>`;
}
