import type { Pool } from 'pg';
import type { LaneState } from '../../callbacks/dispatch/lane.ts';
import { isOf } from '../../callbacks/undelivered/selection.ts';
import { sql, t } from '../../store/tables.ts';
import {
  type GatewayState,
  type ObservedStore,
  type QueueState,
  readAllQueues,
  readGateways,
} from '../observed-store.ts';
import { amount, documentOf, type Html, html, scrollingTable, time } from './html.ts';
import { type LatestMessage, latestSql, mostLatest } from './latest-messages.ts';

/** What an operator looks at first. */
export interface Overview {
  readonly at: Date;
  readonly queues: readonly QueueState[];
  readonly gateways: readonly GatewayState[];
  /** Of this replica. */
  readonly lanes: readonly (LaneState & { readonly account: string })[];
  readonly receivers: readonly ReceiverState[];
  /** Those accepted last, the newest first. */
  readonly messages: readonly LatestMessage[];
}

/** A registration that fails or is disabled. */
interface ReceiverState {
  /** The number of the registration. */
  readonly id: number;
  readonly account: string;
  readonly sender: number | null;
  readonly host: string;
  readonly failingSince: Date | null;
  readonly lastError: string | null;
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
  /** Events that wait in its lane: 10,001 stands for any larger number. */
  readonly waiting: number;
  /** Events that no attempt is planned for: 10,001 stands for any larger number. */
  readonly undelivered: number;
}

/** The most receivers of an overview. */
const most = 100;

export async function readOverview(
  stores: readonly Pick<ObservedStore, 'readPool' | 'lanes' | 'gatewayLanes'>[],
): Promise<Overview> {
  const pools = stores.map(({ readPool }) => readPool);
  const [states, gateways, lanes, receivers, messages] = await Promise.all([
    readAllQueues(pools),
    readGateways(stores, pools),
    Promise.all(stores.map(({ readPool, lanes }) => nameLanes(readPool, lanes()))),
    Promise.all(stores.map(({ readPool }) => readReceivers(readPool))),
    Promise.all(pools.map(readLatest)),
  ]);
  return {
    at: new Date(),
    queues: states,
    gateways,
    lanes: lanes.flat(),
    receivers: receivers
      .flat()
      .slice(0, most)
      .map(({ url, ...receiver }) => ({ ...receiver, host: URL.parse(url)?.host ?? '' })),
    messages: messages
      .flat()
      .toSorted((a, b) => b.acceptedAt.getTime() - a.acceptedAt.getTime())
      .slice(0, mostLatest),
  };
}

async function nameLanes(pool: Pool, lanes: readonly LaneState[]): Promise<Overview['lanes']> {
  const { rows } = await pool.query<{ id: number; name: string }>(
    sql`select id, name from ${t.accounts} where id = any($1::bigint[])`,
    [[...new Set(lanes.map(({ accountId }) => accountId))]],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return lanes.map((lane) => ({ ...lane, account: names.get(lane.accountId) ?? '' }));
}

async function readLatest(pool: Pool): Promise<readonly LatestMessage[]> {
  const { rows } = await pool.query<LatestMessage>(latestSql, [mostLatest]);
  return rows;
}

async function readReceivers(pool: Pool): Promise<readonly (ReceiverState & { readonly url: string })[]> {
  const { rows } = await pool.query<ReceiverState & { url: string }>(receiversSql, [most]);
  return rows;
}

const receiversSql = sql`
with receivers as materialized (
  select callback.* from ${t.callbacks} callback
  where callback.disabled_at is not null or callback.failing_since is not null
  order by callback.id
  limit $1
)
select receivers.id, account.name as account, receivers.subject_id as sender, receivers.url,
  receivers.failing_since as "failingSince", receivers.last_error as "lastError",
  receivers.disabled_at as "disabledAt",
  case when receivers.disabled_at is not null then coalesce(receivers.disabled_reason, '410') end as "disabledReason",
  waiting.events as waiting, undelivered.events as undelivered
from receivers
join ${t.accounts} account on account.id = receivers.account_id
cross join lateral (
  select count(*)::integer as events from (
    select from ${t.waiting} w
    where w.account_id = receivers.account_id and w.lane = hashtextextended(receivers.url, 0)
    limit 10001
  ) as listed
) as waiting
cross join lateral (
  select count(*)::integer as events from (
    select from ${t.undelivered} u
    where u.account_id = receivers.account_id
      and ${isOf('receivers.subject_id')}
    limit 10001
  ) as listed
) as undelivered
order by receivers.disabled_at is null, receivers.failing_since, receivers.id`;

interface Links {
  /** The address of the portal; no link if absent. */
  readonly portal?: string | undefined;
  /** Whether the page stays as it is until its reader loads it again. */
  readonly isPaused?: boolean;
}

/** As often as the queues are counted. */
const refreshSeconds = 15;

/** The overview as a page. */
export function overviewPage(overview: Overview, { portal, isPaused = false }: Links = {}): string {
  const { at, queues, gateways, lanes, receivers, messages } = overview;
  return documentOf(
    'cascade-service',
    html`<p>As of ${time(at)}. ${
      isPaused
        ? html`Paused. <a href="/">Refresh every ${refreshSeconds} s</a>`
        : html`Refreshed every ${refreshSeconds} s. <a href="/?refresh=off">Pause</a>`
    }</p>
<nav aria-label="More"><a href="/overview.json">The same as JSON</a> <a href="/metrics">Metrics</a>${
      portal !== undefined && html` <a href="${portal}">Portal</a>`
    }</nav>
<h2>Queues</h2>
${scrollingTable(
  ['queue', 'late by', 'due', 'due later', 'active'],
  queues.map(({ name, oldestSeconds, ready, deferred, active }) => [
    name.replace('cascade-', ''),
    lateness(oldestSeconds),
    ready,
    deferred,
    active,
  ]),
  'There are no queues.',
)}
<p>Jobs, counted every 15 seconds, and parcels of callbacks; each holds up to 32 messages or events. Callbacks that are due
later are counted one by one.</p>
<h2>Gateways</h2>
${scrollingTable(
  ['channel', 'state', 'under way', 'in turn', 'for', 'waiting', 'oldest'],
  gateways.map(({ channel, running, inTurn, inTurnSeconds, waiting, oldestSeconds, ...gateway }) => [
    channel,
    gatewayState(gateway),
    running,
    inTurn,
    inTurn > 0 && amount(`${inTurnSeconds.toFixed(1)} s`),
    waiting,
    waiting > 0 && amount(`${Math.round(oldestSeconds)} s`),
  ]),
  'There are no gateways.',
)}
<p>What waits counts for all replicas, the rest for this one. <code>cascade-service gateways pause</code> and
<code>resume</code> stop and continue a gateway.</p>
<h2>Failing and disabled receivers</h2>
${scrollingTable(
  ['registration', 'account', 'sender', 'host', 'state', 'since', 'last error', 'waiting', 'undelivered'],
  receivers.map(rowOfReceiver),
  'No failing receivers.',
)}
${
  receivers.length > 0 &&
  html`<p>What is undelivered is sent again with
<code>cascade-service callbacks resend --registration …</code></p>`
}
<h2>Lanes of this replica</h2>
${scrollingTable(
  ['account', 'host', 'state', 'under way', 'waiting', 'at once'],
  lanes.map((lane) => [lane.account, lane.host, laneState(lane), lane.running, lane.waiting, lane.limit]),
  'No callback is under way.',
)}
<h2>Latest messages</h2>
${scrollingTable(
  ['accepted', 'request id', 'account', 'cascade', 'stage', 'status', 'since'],
  messages.map(rowOfMessage),
  'No message was accepted yet.',
)}`,
    { refreshSeconds: isPaused ? undefined : refreshSeconds },
  );
}

function lateness(seconds: number) {
  const { markup, isAmount } = amount(`${seconds.toFixed(1)} s`);
  return { ...html`<span class="${seconds > 5 ? 'bad' : 'good'}">${{ markup }}</span>`, isAmount };
}

function rowOfMessage({ acceptedAt, messageId, requestId, ...message }: LatestMessage) {
  const { account, cascadeId, position, channel, status, state, since } = message;
  return [
    time(acceptedAt),
    html`<a href="/message?id=${String(messageId)}">${requestId}</a>`,
    account,
    String(cascadeId),
    position !== null && `${position}: ${channel}`,
    status ?? state,
    time(since),
  ];
}

function rowOfReceiver(receiver: ReceiverState) {
  const { id, account, sender, host, failingSince, lastError, disabledAt, disabledReason } = receiver;
  const isDisabled = disabledAt !== null;
  const state = isDisabled
    ? html`<span class="bad">disabled:</span> <span class="long">${disabledReason}</span>`
    : 'failing';
  const undelivered = receiver.undelivered > 10_000 ? amount('over 10,000') : receiver.undelivered;
  const since = time(isDisabled ? disabledAt : failingSince);
  return [String(id), account, sender, host, state, since, lastError, receiver.waiting, undelivered];
}

function gatewayState({
  paused,
  state,
  pausedMs,
  perSecond,
}: Pick<GatewayState, 'paused' | 'state' | 'pausedMs' | 'perSecond'>): Html {
  if (paused !== null)
    return html`<span class="bad">paused by an operator</span> since ${time(paused.since)}: <span class="long">${paused.reason}</span>`;
  switch (state) {
    case 'open':
      return html`<span class="good">open</span>`;
    case 'away':
      return html`<span class="bad">away</span>: no connection`;
    case 'slowed':
      return html`slowed: it asked for less, ${perSecond?.toFixed(1)} a second now`;
    default:
      return limitedState(state, pausedMs);
  }
}

function limitedState(state: 'paused' | 'probing', pausedMs: number): Html {
  return state === 'paused'
    ? html`<span class="bad">paused</span> after failures, for ${Math.ceil(pausedMs / 1_000)} s`
    : html`<span class="bad">probing</span>: one attempt at a time after failures`;
}

function laneState({ state, pausedMs }: LaneState): Html {
  switch (state) {
    case 'paused':
    case 'probing':
      return limitedState(state, pausedMs);
    case 'slow':
      return html`slow: shares a bounded part`;
    case 'new':
      return html`new: no answer yet`;
    case 'open':
      return html`<span class="good">open</span>`;
  }
}
