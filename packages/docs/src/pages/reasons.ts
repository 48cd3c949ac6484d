import type { Contract, ReasonEntry } from '@cascade/contract';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout.ts';
import { clauseLinks, decisionLinks, joined, provenanceBadge } from '../parts.ts';

const retryWords = {
  never: 'never',
  later: 'later',
  'after-fix': 'after fixing the message',
  'after-setup': 'after fixing the account',
} as const;

/** Every undelivered reason: its meaning, and what to do. */
export function reasonsPage({ reasons }: Contract): Page {
  return {
    file: 'reasons.html',
    title: 'Undelivered reasons',
    body: html`
<p class="lead">The values of <code>error</code> in a callback whose status is <code>UNDELIVERED</code> (§6, §7.4).</p>
<p>Handle unknown reasons, too. To send again, schedule a new message with a new <code>requestId</code>.</p>
${reasons.map(entry)}`,
  };
}

function entry({ reason, aliases, channels, meaning, retry, advice, clauses, decision }: ReasonEntry): Html {
  const spellings = aliases.map((alias) => html`<code>${alias}</code>`);
  return html`
<section id="${reason}" class="entry documented">
<h2><a href="#${reason}">${reason}</a> ${provenanceBadge('documented')}</h2>
<dl>
<dt>Means</dt><dd>${meaning}</dd>
${aliases.length === 0 ? undefined : html`<dt>Also spelled</dt><dd>${joined(spellings)}</dd>`}
<dt>Channels</dt><dd>${channels.length === 0 ? 'not shown' : channels.join(', ')}</dd>
<dt>Send again</dt><dd>${retryWords[retry]}</dd>
<dt>What to do</dt><dd>${advice}</dd>
<dt>Source</dt><dd>${clauseLinks(clauses)}${decision === undefined ? undefined : html`, ${decisionLinks([decision])}`}</dd>
</dl>
</section>`;
}
