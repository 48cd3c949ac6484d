import {
  type Contract,
  type DemoNumber,
  type DemoOutcomeEntry,
  type ReasonEntry,
  wordsOfOutcomes,
} from '@cascade/contract';
import { reasonAddress } from '../addresses.ts';
import { messageTabs } from '../callbacks/callback-page.ts';
import type { CallbackMessage, CallbackSamples } from '../callbacks/callback-samples.ts';
import { reasonRetryWords } from '../codes/send-again.ts';
import { consoleLink } from '../console/link.ts';
import type { Page } from '../layout/page.ts';
import {
  clauseLinks,
  decisionLinks,
  joined,
  limitsTerm,
  overview,
  provenanceBadge,
  table,
} from '../parts/elements.ts';
import { type Html, html } from '../tree/html.ts';

/** The demo numbers with which a reason is reported on some channel, the simplest first. */
export function numbersOf(reason: string, demoNumbers: readonly DemoNumber[]): readonly DemoNumber[] {
  const reporting = demoNumbers.filter(({ outcomes }) =>
    Object.values(outcomes).some((outcome) => outcome.reason === reason),
  );
  return reporting.toSorted((one, other) => Number(one.how !== undefined) - Number(other.how !== undefined));
}

/** Every undelivered reason in a row, and the demo numbers; each reason has a page of its own. */
export function reasonsPage({ reasons, demoNumbers }: Contract): Page {
  return {
    file: 'reasons.html',
    title: 'Undelivered reasons',
    lead: 'The error values of UNDELIVERED callbacks, and what to do about each.',
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
(${decisionLinks(['ADR-0038'])}). Both also deliver every other number, at once. A test of the mock moves its
<a href="/control/setClock.html">clock</a>, and waits for nothing.</p>
${table(['address', 'outcome', 'how'], rows)}
</section>`;
}

/** A page for each undelivered reason. */
export function reasonPages(contract: Contract, samples: CallbackSamples): readonly Page[] {
  return contract.reasons.map((reason) => ({
    file: `reasons/${reason.reason}.html`,
    under: 'reasons.html',
    title: reason.reason,
    lead: reason.meaning,
    body: html`
${facts(reason, contract)}
${provoke(reason, contract.demoNumbers)}
${callback(samples.ofReason(reason.reason))}`,
  }));
}

function facts(entry: ReasonEntry, { limits }: Contract): Html {
  const { reason, aliases, channels, retry, advice, clauses, decision, documented } = entry;
  const badge = (part: 'retry' | 'channels') =>
    provenanceBadge(documented.includes(part) ? 'documented' : 'assumed');
  const decided = decision === undefined ? [] : [decisionLinks([decision])];
  return html`<dl>
<dt>Where</dt><dd><code>error</code> of a callback with the status <code>UNDELIVERED</code> ${provenanceBadge('documented')}</dd>
${aliases.length === 0 ? undefined : html`<dt>Also spelled</dt><dd>${joined(aliases.map((alias) => html`<code>${alias}</code>`))}. Both spellings mean this reason.</dd>`}
<dt>Channels</dt><dd>${channels.length === 0 ? 'any; the source ties it to none' : html`${channels.join(', ')} ${badge('channels')}`}</dd>
<dt>What to do</dt><dd>${advice} ${provenanceBadge('assumed')}</dd>
<dt>Send again</dt><dd>${reasonRetryWords[retry]}${retry === 'never' || retry === 'unknown' ? undefined : html`, as a new message with a new <code>requestId</code>`} ${badge('retry')}</dd>
${limitsTerm(limits.filter((limit) => limit.reason === reason))}
<dt>Source</dt><dd>${joined([clauseLinks(clauses), ...decided])}</dd>
</dl>`;
}

/** What a message to its numbers becomes, channel by channel. */
function provoke({ reason }: ReasonEntry, demoNumbers: readonly DemoNumber[]): Html {
  const numbers = numbersOf(reason, demoNumbers);
  const channels = Object.keys(numbers[0]?.outcomes ?? {});
  const rows = numbers.map(
    ({ number, outcomes, how }) =>
      html`<tr><td class="number"><a href="/reasons.html#demo-${number.slice(-4)}"><code>${number}</code></a></td>${channels.map((channel) => html`<td>${outcomeOf(outcomes[channel], reason)}</td>`)}<td>${how}</td></tr>\n`,
  );
  return html`
<section id="receive" class="assumed">
<h2>Receive it now ${provenanceBadge('assumed')}</h2>
<p>Send to one of these numbers to get, at the stage of each channel (${decisionLinks(['ADR-0038'])}):</p>
${table(['address', ...channels, 'in the service'], rows)}
<p>After an undelivered stage, the next stage of the cascade starts. ${consoleLink({ reason }, 'Receive it in the console')}</p>
</section>`;
}

function outcomeOf(outcome: DemoOutcomeEntry | undefined, reason: string): Html {
  if (outcome === undefined || outcome.reason === null) return html`${outcome?.status}`;
  return outcome.reason === reason
    ? html`<b>${reason}</b>`
    : html`<a href="${reasonAddress(outcome.reason)}">${outcome.reason}</a>`;
}

function callback(message: CallbackMessage): Html {
  const { secret } = message;
  return html`
<h2 id="callback">The callback</h2>
<p class="assumed">As it arrives, byte by byte; its signature is valid for the secret <code>${secret}</code>, which is
public and for samples only (${decisionLinks(['ADR-0017'])}). <a href="/callback.html#signature">How to verify it</a>.</p>
${messageTabs(message)}`;
}
