import { placeOf } from '../describe-additions.ts';
import type { Report } from '../report.ts';
import { type Markup, markup } from './markup.ts';

/** The lines that the profile could add, so that more scenarios can be judged. */
export function additionsSection({ additions = [] }: Pick<Report, 'additions'>): Markup {
  if (additions.length === 0) return markup``;
  const rows = additions.map(
    (addition) => markup`<li>${placeOf(addition)}:
<pre><code>${addition.yaml}</code></pre>
<span class="small">${addition.scenarios.join(', ')}</span></li>`,
  );
  return markup`<section>
<h2>What the profile could add</h2>
<p>With these lines more is judged; their values are examples.</p>
<ul class="open">${rows}</ul>
</section>`;
}
