import type { Contract, LimitEntry } from '@cascade/contract';
import { codeAddress, reasonAddress } from '../addresses.ts';
import { html } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { clauseLinks } from '../parts/links.ts';
import { overview } from '../parts/overview.ts';

/** Every limit of §8, and the code or reason that reports it. */
export function limitsPage({ limits, problems }: Contract): Page {
  const slugOf = new Map(problems.map(({ code, slug }) => [code, slug]));
  return {
    file: 'limits.html',
    title: 'Limits',
    lead: 'Every number of the source document, and what reports that it is exceeded.',
    body: html`
<p>Characters are Unicode code points, spaces included (<a href="/decisions/ADR-0023.html">ADR-0023</a>).</p>
${overview(
  ['value', 'limit', 'field', 'reported as', 'clause'],
  limits.map((limit) => ({
    id: limit.id,
    provenance: 'documented',
    cells: [
      html`<b>${limit.value}</b> ${limit.unit}`,
      limit.says,
      fieldOf(limit),
      reportedAs(limit, slugOf),
      clauseLinks([limit.clause]),
    ],
  })),
)}
<p>The source mentions three more limits without their values: see
<a href="/decisions.html#not-shown">what is not shown</a>.</p>`,
  };
}

function reportedAs({ problem, reason = '' }: LimitEntry, slugOf: ReadonlyMap<string, string>) {
  if (problem === undefined) return html`<a href="${reasonAddress(reason)}">${reason}</a>, in the callback`;
  return html`<a href="${codeAddress(slugOf.get(problem) ?? '')}">${problem}</a>`;
}

/** The member that has the limit, from the place of its number: `ListPickerItem.yaml#/properties/title/maxLength`. */
function fieldOf({ at = '' }: LimitEntry) {
  const [, schema, member] = /^(\w+)\.yaml#\/properties\/([\w-]+)(?:\/|$)/.exec(at) ?? [];
  if (schema === undefined) return '';
  return html`<a href="/reference.html#${schema}.${member}"><code>${member}</code></a>`;
}
