import { EventEmitter, once } from 'node:events';
import { compareValues, type Difference } from './compare.ts';
import { requestIdOf } from './fresh-ids.ts';
import { type CallbackReceiver, type Delivery, openReceiver } from './receiver.ts';
import type { RecordedCallback, RecordedRequest, Recording } from './recorded.ts';

/** How the callbacks of the replayed requests differ from the recorded ones. */
export interface CallbackReport {
  /** Events of the requests that are compared; the attempts of one count once. */
  readonly recorded: number;
  readonly received: number;
  /** The requests whose callbacks differ. */
  readonly messages: readonly { readonly name: string; readonly differences: readonly Difference[] }[];
  /** Why nothing was compared. */
  readonly refused?: string;
}

/** The callbacks of a replay. */
export interface ReplayedCallbacks extends CallbackReceiver {
  /** Waits for the callbacks that the recording has above a request. */
  before(request: number): Promise<void>;
  /** Says that the target does not send callbacks here. */
  refuse(why: string): void;
  /** Says that the target refused a request that was accepted: its callbacks are neither awaited nor compared. */
  leaveOut(request: RecordedRequest): void;
  /** Waits for the callbacks that are still missing, and compares. */
  finish(): Promise<CallbackReport>;
}

interface CallbackOptions extends Recording {
  /** By the new id. */
  readonly recordedIds: ReadonlyMap<string, string>;
  /** How long to wait for the next callback. */
  readonly patienceInSeconds: number;
}

/** More than that are answered, and not compared. */
const mostHeard = 100_000;
/** How long to wait, at the end, for a callback that the recording does not have. */
const quietInMilliseconds = 300;

/** Listens for the callbacks of a target. */
export async function listenForCallbacks(options: CallbackOptions): Promise<ReplayedCallbacks> {
  const { requests, callbacks, recordedIds } = options;
  const patience = Math.round(options.patienceInSeconds * 1_000);
  const events = distinctEvents(callbacks);
  const tally = createTally(events, namesOf(requests));
  // A receiver that is gone gets no more events; at another answer the target would send them.
  const gone = new Set(events.flatMap(({ event, result }) => (result === '410' ? [keyOf(event)] : [])));
  const arrivals = new EventEmitter();
  const seen = new Set<string>();
  const receiver = await openReceiver(({ event, webhookId }: Delivery) => {
    const recorded = { ...event, requestId: recordedIds.get(event.requestId) ?? event.requestId };
    const isRepeat = webhookId !== undefined && seen.has(webhookId);
    if (!isRepeat && seen.size < mostHeard && tally.hear(recorded)) {
      seen.add(webhookId ?? `${seen.size}`);
      arrivals.emit('arrival');
    }
    return gone.has(keyOf(recorded)) ? 410 : 200;
  });
  const arrives = (milliseconds: number) =>
    once(arrivals, 'arrival', { signal: AbortSignal.timeout(milliseconds) }).then(
      () => true,
      () => false,
    );
  let refused: string | undefined;
  let isPatient = true;
  const wait = async (request: number) => {
    tally.expectUntil(request);
    while (refused === undefined && tally.missing() > 0) if (!(await arrives(patience))) return false;
    return true;
  };
  return {
    ...receiver,
    async before(request) {
      // Once for nothing is enough: each request would wait as long.
      if (isPatient) isPatient = await wait(request);
    },
    refuse(why) {
      refused ??= why;
    },
    leaveOut(request) {
      const id = requestIdOf(request) ?? '';
      tally.leaveOut((recordedIds.get(id) ?? id).toLowerCase());
    },
    async finish() {
      await wait(requests.length);
      while (refused === undefined && (await arrives(quietInMilliseconds)));
      if (refused !== undefined) return { recorded: events.length, received: 0, messages: [], refused };
      return tally.report();
    },
  };
}

/** The last attempt of each event, in the order of the first ones. */
function distinctEvents(callbacks: readonly RecordedCallback[]): readonly RecordedCallback[] {
  const byId = new Map<string, RecordedCallback>();
  for (const [at, callback] of callbacks.entries()) {
    const id = callback.webhookId ?? `without ${at}`;
    byId.set(id, { ...callback, after: byId.get(id)?.after ?? callback.after });
  }
  return [...byId.values()];
}

function idOf({ requestId }: RecordedCallback['event']): string {
  return requestId.toLowerCase();
}

function keyOf(event: RecordedCallback['event']): string {
  return `${idOf(event)} ${inWords(event)}`;
}

/** `SMS UNDELIVERED duplicated, stage 8a1f…`: what is compared, without ids of messages and times. */
function inWords({ channelType, status, error, cascadeStageUUID }: RecordedCallback['event']): string {
  const end = error === null || error === undefined ? '' : ` ${error}`;
  return `${channelType} ${status}${end}, stage ${cascadeStageUUID}`;
}

/** The name of the request of each message: of those with one id, the accepted one. */
function namesOf(requests: readonly RecordedRequest[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const accepted = new Set<string>();
  for (const request of requests) {
    const id = requestIdOf(request)?.toLowerCase();
    if (id === undefined || accepted.has(id)) continue;
    const isRefused = request.answer !== undefined && request.answer.status >= 300;
    if (!isRefused) accepted.add(id);
    if (!isRefused || !names.has(id)) names.set(id, request.name);
  }
  return names;
}

interface Message {
  readonly recorded: string[];
  readonly heard: string[];
  /** Recorded above the request that is sent next, and not heard. */
  readonly awaited: string[];
  /** Heard before they are awaited. */
  readonly early: string[];
  /** The target refused its request, so its callbacks say nothing more. */
  isRefused: boolean;
}

function newMessage(): Message {
  return { recorded: [], heard: [], awaited: [], early: [], isRefused: false };
}

/** Whether it was there. */
function removeFrom(events: string[], event: string): boolean {
  const at = events.indexOf(event);
  if (at !== -1) events.splice(at, 1);
  return at !== -1;
}

/** Counts the events of each message, recorded and heard. */
function createTally(events: readonly RecordedCallback[], names: ReadonlyMap<string, string>) {
  const messages = new Map<string, Message>();
  for (const id of names.keys()) messages.set(id, newMessage());
  for (const { event } of events) messages.get(idOf(event))?.recorded.push(inWords(event));
  let next = 0;
  let missing = 0;
  return {
    /** Expects the events that the recording has above a request. */
    expectUntil(request: number) {
      for (let each = events[next]; each !== undefined && each.after <= request; each = events[next]) {
        next += 1;
        const message = messages.get(idOf(each.event));
        const event = inWords(each.event);
        if (message === undefined || message.isRefused || removeFrom(message.early, event)) continue;
        message.awaited.push(event);
        missing += 1;
      }
    },
    missing: () => missing,
    /** Whether the event is of a replayed request. */
    hear(event: RecordedCallback['event']): boolean {
      const message = messages.get(idOf(event));
      if (message === undefined) return false;
      const heard = inWords(event);
      message.heard.push(heard);
      if (removeFrom(message.awaited, heard)) missing -= 1;
      else message.early.push(heard);
      return true;
    },
    leaveOut(id: string) {
      const message = messages.get(id);
      if (message !== undefined) message.isRefused = true;
    },
    report(): CallbackReport {
      const compared = [...messages].filter(([, { isRefused }]) => !isRefused);
      const count = (side: 'recorded' | 'heard') =>
        compared.reduce((sum, [, message]) => sum + message[side].length, 0);
      return {
        recorded: count('recorded'),
        received: count('heard'),
        messages: compared.flatMap(([id, { recorded, heard }]) => {
          const differences = compareEvents(recorded, heard);
          return differences.length === 0 ? [] : [{ name: names.get(id) ?? id, differences }];
        }),
      };
    },
  };
}

/** What is missing and what is new; of the same events, the places where another one is. */
function compareEvents(recorded: readonly string[], heard: readonly string[]): readonly Difference[] {
  const missing = withoutThose(recorded, heard).map(({ at, event }) => ({
    at: `/callbacks/${at}`,
    one: event,
  }));
  const added = withoutThose(heard, recorded).map(({ at, event }) => ({
    at: `/callbacks/${at}`,
    other: event,
  }));
  const all = [...missing, ...added];
  return all.length > 0 ? all : compareValues(recorded, heard, '/callbacks');
}

function withoutThose(events: readonly string[], others: readonly string[]) {
  const left = [...others];
  return events.flatMap((event, at) => (removeFrom(left, event) ? [] : [{ at, event }]));
}
