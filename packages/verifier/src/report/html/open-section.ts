import { groupInconclusive } from '../group-inconclusive.ts';
import { countNotJudged } from '../not-judged.ts';
import type { Report } from '../report.ts';
import { type Markup, markup } from './markup.ts';

/** The scenarios without a verdict, grouped by what was missing. */
export function openSection(report: Report): Markup {
  const groups = groupInconclusive(report);
  const left = countNotJudged(report);
  if (groups.length === 0 && left === 0) return markup``;
  const reasons = groups.map(
    ({ reason, scenarios }) => markup`<li>${reason} <span class="small">${scenarios.join(', ')}</span></li>`,
  );
  const rest =
    left === 0 ? [] : [markup`<li>${report.stopped} <span class="small">${left} scenarios</span></li>`];
  return markup`<section>
<h2>Not judged</h2>
<ul class="open">${[...rest, ...reasons]}</ul>
</section>`;
}
