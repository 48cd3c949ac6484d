import { type Contract, type ReasonEntry, wordsOfOutcomes } from '@cascade/contract';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { clauseLinks, decisionLinks, joined, provenanceBadge, table } from '../parts.ts';

const retryWords = {
  never: 'never',
  later: 'later',
  'after-fix': 'after fixing the message',
  'after-setup': 'after fixing the account',
} as const;

/** Every undelivered reason: its meaning, what to do, and the demo number that provokes it. */
export function reasonsPage({ reasons, demoNumbers }: Contract): Page {
  return {
    file: 'reasons.html',
    title: 'Undelivered reasons',
    body: html`
<p class="lead">The values of <code>error</code> in a callback whose status is <code>UNDELIVERED</code> (§6, §7.4).</p>
<p>Handle unknown reasons, too. To send again, schedule a new message with a new <code>requestId</code>.
<a href="#demo-numbers">Demo numbers</a> provoke each reason.</p>
${reasons.map((reason) => entry(reason, demoNumbers))}
${demoTable(demoNumbers)}`,
  };
}

function entry(
  { reason, aliases, channels, meaning, retry, advice, clauses, decision }: ReasonEntry,
  demoNumbers: Contract['demoNumbers'],
): Html {
  const demo = demoNumbers.find(({ outcomes }) => outcomes.CHATTWO?.reason === reason);
  const spellings = aliases.map((alias) => html`<code>${alias}</code>`);
  return html`
<section id="${reason}" class="entry documented">
<h2><a href="#${reason}">${reason}</a> ${provenanceBadge('documented')}</h2>
<dl>
<dt>Means</dt><dd>${meaning}</dd>
${aliases.length === 0 ? undefined : html`<dt>Also spelled</dt><dd>${joined(spellings)}</dd>`}
<dt>Channels</dt><dd>${channels.length === 0 ? 'not shown' : channels.join(', ')}</dd>
${demo === undefined ? undefined : html`<dt>Demo number</dt><dd><code>${demo.number}</code></dd>`}
<dt>Send again</dt><dd>${retryWords[retry]}</dd>
<dt>What to do</dt><dd>${advice}</dd>
<dt>Source</dt><dd>${clauseLinks(clauses)}${decision === undefined ? undefined : html`, ${decisionLinks([decision])}`}</dd>
</dl>
</section>`;
}

function demoTable(demoNumbers: Contract['demoNumbers']): Html {
  const rows = demoNumbers.map(({ number, outcomes, how }) => {
    const words = wordsOfOutcomes(outcomes).split('`');
    const outcome = words.map((part, at) =>
      at % 2 === 1 ? html`<a href="#${part}">${part}</a>` : html`${part}`,
    );
    return html`<tr id="demo-${number.slice(-4)}"><td><code>${number}</code></td><td>${outcome}</td><td>${how}</td></tr>\n`;
  });
  return html`
<h2 id="demo-numbers">Demo numbers ${provenanceBadge('assumed')}</h2>
<p>What becomes of a message to each of these numbers, in the mock and in the simulator of the service
(${decisionLinks(['ADR-0038'])}). The mock reports the outcome at once. The service also delivers every other number.</p>
${table(['address', 'outcome', 'in the service'], rows)}`;
}
