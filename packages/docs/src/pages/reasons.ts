import { type Contract, type ReasonEntry, wordsOfOutcomes } from '@cascade/contract';
import { reasonAddress } from '../addresses.ts';
import { numbersOf } from '../codes/demo-numbers.ts';
import { reasonRetryWords } from '../codes/send-again.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { decisionLinks, joined } from '../parts/links.ts';
import { overview } from '../parts/overview.ts';
import { provenanceBadge } from '../parts/provenance.ts';
import { table } from '../parts/table.ts';

/** Every undelivered reason in a row, and the demo numbers; each reason has a page of its own. */
export function reasonsPage({ reasons, demoNumbers }: Contract): Page {
  return {
    file: 'reasons.html',
    title: 'Undelivered reasons',
    lead: 'The values of error in a callback whose status is UNDELIVERED, and what to do about each.',
    body: html`
<p>Each reason has a page with its callback as it arrives. The list grows (§7.4, §9): handle unknown reasons, too. To send
again, schedule a new message with a new <code>requestId</code>.</p>
${overview(
  ['reason', 'means', 'channels', 'send again?', 'demo number'],
  reasons.map((reason) => ({
    id: reason.reason,
    provenance: 'documented',
    cells: [
      html`<a href="${reasonAddress(reason.reason)}"><b>${reason.reason}</b></a>`,
      reason.meaning,
      channelsOf(reason),
      reasonRetryWords[reason.retry],
      html`<span class="assumed">${joined(numbersOf(reason.reason, demoNumbers).map(({ number }) => html`<a href="#demo-${number.slice(-4)}"><code>${number}</code></a>`))}</span>`,
    ],
  })),
)}
${demoTable(demoNumbers)}`,
  };
}

function channelsOf({ channels }: ReasonEntry): string {
  return channels.length === 0 ? 'any' : channels.join(', ');
}

function demoTable(demoNumbers: Contract['demoNumbers']): Html {
  const rows = demoNumbers.map(({ number, outcomes, how }) => {
    const words = wordsOfOutcomes(outcomes).split('`');
    const outcome = words.map((part, at) =>
      at % 2 === 1 ? html`<a href="${reasonAddress(part)}">${part}</a>` : html`${part}`,
    );
    return html`<tr id="demo-${number.slice(-4)}"><td class="number"><code>${number}</code></td><td>${outcome}</td><td>${how}</td></tr>\n`;
  });
  return html`
<section id="demo-numbers" class="assumed">
<h2>Demo numbers ${provenanceBadge('assumed')}</h2>
<p>What becomes of a message to each of these numbers, in the mock and in the simulator of the service
(${decisionLinks(['ADR-0038'])}). The mock reports the outcome at once. The service also delivers every other number.</p>
${table(['address', 'outcome', 'in the service'], rows)}
</section>`;
}
