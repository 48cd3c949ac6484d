import { problem } from '@cascade/validator';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pickKept } from '../../intake/kept-fields.ts';
import { findMessages, readStory, type Story } from '../../story/story.ts';
import { callbackStateName, timelineOf } from '../../story/timeline.ts';
import type { ObservedStore } from '../observed-store.ts';
import { sendOperationsProblem } from '../operations-problems.ts';
import { documentOf, type Html, html, pageHeaders, scrollingTable, time } from './html.ts';
import { type Overview, overviewPage, readOverview } from './overview-page.ts';

export interface PageOptions {
  readonly stores: readonly Pick<ObservedStore, 'readPool' | 'lanes' | 'gatewayLanes'>[];
  /** How long an overview is served again, in milliseconds; 2,000 if absent. */
  readonly freshMs?: number;
  /** The address of the portal, which the overview links; no link if absent. */
  readonly portal?: string | undefined;
}

/** Their paths, all read-only. */
export const pagePaths = ['/', '/overview.json', '/message', '/message.json'] as const;

/**
 * Pages for operators, and the same as JSON. They show neither content, nor address, nor key, nor the URL of
 * a receiver.
 */
export function servePages(server: FastifyInstance, { stores, portal, freshMs = 2_000 }: PageOptions): void {
  const overview = remember(freshMs, () => readOverview(stores));
  const stories = async (id: string): Promise<readonly Story[]> => {
    const told = [];
    for (const { readPool } of stores)
      for (const message of await findMessages(readPool, id, undefined))
        told.push(await readStory(readPool, message));
    return told.filter((story) => story !== undefined);
  };

  server.get('/', async ({ query }, reply) => {
    const isPaused = parameterOf(query, 'refresh') === 'off';
    return sendPage(reply, overviewPage(await overview(), { portal, isPaused }));
  });
  server.get('/overview.json', async (_, reply) => sendJson(reply, await overview()));
  server.get('/message', async (request, reply) => {
    const id = idOf(request.query);
    if (id === undefined) return sendOperationsProblem(request, reply, missingId);
    const told = await stories(id);
    return sendPage(reply.code(told.length > 0 ? 200 : 404), storyPage(id, told));
  });
  server.get('/message.json', async (request, reply) => {
    const id = idOf(request.query);
    if (id === undefined) return sendOperationsProblem(request, reply, missingId);
    return sendJson(reply, await stories(id));
  });
}

const missingId = problem('matched-template-not-found', {
  detail: 'id: expected one request id or message id of 1 to 200 characters',
});

function parameterOf(query: unknown, name: string): unknown {
  return typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined;
}

/** The only `id` of a query string, without the spaces that pasting adds. */
function idOf(query: unknown): string | undefined {
  const id = parameterOf(query, 'id');
  if (typeof id !== 'string') return undefined;
  const trimmed = id.trim();
  return trimmed.length >= 1 && trimmed.length <= 200 ? trimmed : undefined;
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.headers({ ...pageHeaders, 'content-type': 'text/html; charset=utf-8' }).send(page);
}

/** As bytes: Fastify adds a charset to texts. */
function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  const headers = { ...pageHeaders, 'content-type': 'application/json' };
  return reply.headers(headers).send(Buffer.from(JSON.stringify(value)));
}

/** Reads at most once at a time and per interval, however many ask. A failure is not remembered. */
function remember(freshMs: number, read: () => Promise<Overview>): () => Promise<Overview> {
  let last: { readonly at: number; readonly read: Promise<Overview> } | undefined;
  return () => {
    const now = performance.now();
    if (last !== undefined && now - last.at < freshMs) return last.read;
    const current = { at: now, read: read() };
    current.read.catch(() => {
      if (last === current) last = undefined;
    });
    last = current;
    return current.read;
  };
}

/** The stories of an id as a page. */
function storyPage(id: string, stories: readonly Story[]): string {
  const content =
    stories.length === 0
      ? html`<p>There is no message ${id}. It may be past its retention.</p>`
      : html`${stories.map(storyOf)}`;
  return documentOf('Message', html`<p><a href="/">Overview</a></p>${content}`, { searched: id });
}

function storyOf(story: Story): Html {
  const { money } = story;
  return html`<h2>${story.requestId}</h2>
<dl>
<dt>account</dt><dd>${story.account}</dd>
<dt>message id</dt><dd>${story.messageId}</dd>
<dt>cascade</dt><dd>${story.cascadeId}</dd>
${Object.entries(pickKept(story)).map(([name, value]) => html`<dt>${name}</dt><dd>${String(value)}</dd>`)}
<dt>state</dt><dd>${story.state}${story.duplicate && ', a duplicate'}</dd>
<dt>accepted</dt><dd>${time(story.acceptedAt)}</dd>
<dt>to start</dt><dd>${story.startAt === null ? 'at once' : time(story.startAt)}</dd>
<dt>ended</dt><dd>${time(story.endedAt)}</dd>
<dt>money</dt><dd>${money.accepted} reserved; of these ${money.spent} spent, ${money.released} released, ${money.stillReserved} still reserved</dd>
</dl>
<h2>Stages</h2>
${scrollingTable(
  ['stage', 'channel', 'sender', 'price', 'status', 'reason', 'started', 'ended', 'id of the gateway'],
  story.stages.map(({ position, channel, subject, price, attempt }) =>
    attempt === null
      ? [position, channel, subject, price, 'not started', null, null, null, null]
      : [
          position,
          channel,
          subject,
          price,
          attempt.status,
          attempt.reason,
          time(attempt.startedAt),
          time(attempt.endedAt),
          attempt.reference,
        ],
  ),
  'The message has no stages.',
)}
<h2>Events</h2>
${scrollingTable(
  ['at', 'stage', 'status', 'reason', 'callback', 'tries', 'last', 'webhook-id'],
  story.events.map((event) => [
    time(event.at),
    event.position,
    event.status,
    event.reason,
    callbackStateName(event.callback),
    event.tries.length,
    event.tries.at(-1)?.result ?? event.lastResult,
    event.id,
  ]),
  'Nothing was reported.',
)}
<h2>Timeline</h2>
${scrollingTable(
  ['at', 'what'],
  timelineOf(story).map(({ at, what }) => [time(at), html`<span class="long">${what}</span>`]),
  '',
)}`;
}
