import type { LaneState } from '../../callbacks/dispatch/inspect-lanes.ts';
import { documentOf } from './document.ts';
import { type Html, html, table, time } from './html.ts';
import type { Overview, ReceiverState } from './read-overview.ts';

/** The overview as a page. */
export function overviewPage({ at, queues, lanes, receivers }: Overview): string {
  return documentOf(
    'cascade-service',
    html`<p>As of ${time(at)}. <a href="/overview.json">The same as JSON</a></p>
<h2>Queues</h2>
${table(
  ['queue', 'late by', 'due', 'due later', 'active'],
  queues.map(({ name, oldestSeconds, ready, deferred, active }) => [
    name.replace('cascade-', ''),
    html`<span class="${oldestSeconds > 5 ? 'bad' : 'good'}">${oldestSeconds.toFixed(1)} s</span>`,
    ready,
    deferred,
    active,
  ]),
  'There are no queues.',
)}
<p>Jobs, counted every 15 seconds, and parcels of callbacks; each holds up to 32 messages or events. Callbacks that are due
later are counted one by one.</p>
<h2>Failing and disabled receivers</h2>
${table(
  ['registration', 'account', 'sender', 'host', 'state', 'since', 'last error', 'waiting', 'undelivered'],
  receivers.map(rowOfReceiver),
  'Every receiver takes its events.',
)}
${
  receivers.length > 0 &&
  html`<p>What is undelivered is sent again with
<code>cascade-service callbacks resend --registration …</code></p>`
}
<h2>Lanes of this replica</h2>
${table(
  ['account', 'host', 'state', 'under way', 'waiting', 'at once'],
  lanes.map((lane) => [lane.account, lane.host, laneState(lane), lane.running, lane.waiting, lane.limit]),
  'No callback is under way.',
)}`,
  );
}

function rowOfReceiver(receiver: ReceiverState) {
  const { id, account, sender, host, failingSince, lastError, disabledAt, disabledReason } = receiver;
  const isDisabled = disabledAt !== null;
  const state = isDisabled
    ? html`<span class="bad">disabled:</span> <span class="long">${disabledReason}</span>`
    : 'failing';
  const undelivered = receiver.undelivered > 10_000 ? 'over 10,000' : receiver.undelivered;
  const since = time(isDisabled ? disabledAt : failingSince);
  return [id, account, sender, host, state, since, lastError, receiver.waiting, undelivered];
}

function laneState({ state, pausedMs }: LaneState): Html {
  switch (state) {
    case 'paused':
      return html`<span class="bad">paused</span> after failures, for ${Math.ceil(pausedMs / 1_000)} s`;
    case 'probing':
      return html`<span class="bad">probing</span>: one attempt at a time after failures`;
    case 'slow':
      return html`slow: shares a bounded part`;
    case 'new':
      return html`new: no answer yet`;
    case 'open':
      return html`<span class="good">open</span>`;
  }
}
