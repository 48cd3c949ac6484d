import { groupInconclusive } from '../group-inconclusive.ts';
import type { Report } from '../report.ts';
import { type Markup, markup } from './markup.ts';

/** The scenarios without a verdict, grouped by what was missing. */
export function openSection(report: Report): Markup {
  const groups = groupInconclusive(report);
  if (groups.length === 0) return markup``;
  const items = groups.map(
    ({ reason, scenarios }) => markup`<li>${reason} <span class="small">${scenarios.join(', ')}</span></li>`,
  );
  return markup`<section>
<h2>Not judged</h2>
<ul class="open">${items}</ul>
</section>`;
}
