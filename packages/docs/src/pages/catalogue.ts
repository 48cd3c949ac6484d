import type { Contract, ProblemEntry } from '@cascade/contract';
import { codeAddress } from '../addresses.ts';
import { problemRetryWords } from '../codes/send-again.ts';
import { html } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { type OverviewRow, overview } from '../parts/overview.ts';
import { provenanceBadge } from '../parts/provenance.ts';

/** Every problem code in a row; each has a page of its own. */
export function cataloguePage({ problems }: Contract): Page {
  return {
    file: 'catalogue.html',
    title: 'Problem codes',
    lead: 'What a refused request is answered with, why, and whether to send it again.',
    body: html`
<p>Each code has a page: the requests that provoke it, the exact answers, and the requests, one edit away, that pass.
The list grows (§7, §9): handle unknown codes, too.</p>
${overview(['status', 'code', 'cause', 'send again?', 'rule of §4.1'], problems.map(rowOf))}`,
  };
}

/** The anchors of the cases are those of the time when they were on this page. */
function rowOf({ code, slug, status, provenance, rule, cause, retry, cases }: ProblemEntry): OverviewRow {
  const anchors = cases.map(({ name }) => html`<span id="case-${name}"></span>`);
  const badge = provenance === 'assumed' ? html` ${provenanceBadge(provenance)}` : undefined;
  return {
    id: slug,
    provenance,
    cells: [
      status,
      html`<a href="${codeAddress(slug)}"><b>${code}</b></a>${badge}${anchors}`,
      cause,
      problemRetryWords[retry],
      rule ?? 'before the rules',
    ],
  };
}
