import { setTimeout as wait } from 'node:timers/promises';
import type { Target } from '../../exchange/create-target.ts';
import { type AnswerOrNone, type HttpRequest, isAccepted } from '../../exchange/http-request.ts';
import { type AnswerFault, errorOf } from '../../oracle/fault.ts';
import type { HandledFile } from './handled-file.ts';
import type { PreparedReception, SentEvent } from './receptions.ts';

/** A receiver, and what shows what it has handled. */
export interface Bench {
  readonly target: Target;
  readonly handled?: HandledFile;
}

/** The requests to a receiver for one scenario, their answers, and what is wrong with them. */
export type Dialogue = ReturnType<typeof openDialogue>;

export function openDialogue({ target, handled }: Bench) {
  const faults: AnswerFault[] = [];
  const exchange: string[] = [];
  const taken = new Map<string, SentEvent>();
  const refused = new Map<string, SentEvent>();
  let shown: HttpRequest | undefined;

  /** How often it was handled; undefined if that cannot be seen. */
  async function countOf(event: SentEvent): Promise<number | undefined> {
    return event.isCountable ? handled?.count(event) : undefined;
  }

  function blame(found: readonly AnswerFault[], request?: HttpRequest): void {
    faults.push(...found);
    if (found.length > 0) shown ??= request;
  }

  /** Sends it once, and judges the answer but for whether the event is taken. */
  async function send(prepared: PreparedReception): Promise<AnswerOrNone> {
    const { event, wanted, isMeanwhile } = prepared;
    const request = prepared.make();
    const outcome = await target.send(request);
    const when = isMeanwhile ? 'meanwhile ' : '';
    exchange.push(`${when}${request.method} ${event.webhookId}: ${saysOf(outcome)}`);
    blame(faultsOf(prepared, outcome), request);
    if (wanted === 'refused') refused.set(event.webhookId, event);
    if (!prepared.isEvent || !isAccepted(outcome)) return outcome;
    taken.set(event.webhookId, event);
    if ((await countOf(event)) === 0) {
      const early = `${saysOf(outcome)}, and it was not handled`;
      blame([faultOf('2xx once the event is handled', early)], request);
    }
    return outcome;
  }

  return {
    send,
    blame,
    countOf,
    taken: taken as ReadonlyMap<string, SentEvent>,
    refused: refused as ReadonlyMap<string, SentEvent>,
    faults: faults as readonly AnswerFault[],
    exchange: exchange as readonly string[],
    /** The first request that showed a fault. */
    shown: () => shown,
  };
}

/** What is wrong with the answer, whatever was handled. */
function faultsOf({ wanted }: PreparedReception, outcome: AnswerOrNone): AnswerFault[] {
  if ('none' in outcome) {
    // A handler that panics, and a process that is killed, break the connection.
    if (wanted === 'open' && outcome.none === 'closed') return [];
    return [faultOf('an answer', outcome.says, { cause: `none: ${outcome.none}` })];
  }
  if (outcome.status === 410)
    return [faultOf('no 410, which ends all events to the address', 'status 410', { cause: '410' })];
  if (wanted === 'refused' && isAccepted(outcome))
    return [faultOf('refusal of the callback (no 2xx)', saysOf(outcome))];
  if (wanted === 'head' && outcome.status !== 200) return [faultOf('200 to HEAD', saysOf(outcome))];
  return [];
}

/** Sends it until it is taken, as a provider does; a fault if that takes longer than this. */
export async function sendUntilTaken(
  { send, blame }: Dialogue,
  prepared: PreparedReception,
  { seconds, isRepeat }: Patience,
): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    const outcome = await send(prepared);
    if (isAccepted(outcome)) return;
    const isBusy = isRepeat || (!('none' in outcome) && busy.includes(outcome.status));
    if (!isBusy || performance.now() >= end) {
      const wanted = faultOf('acceptance of the callback (2xx)', saysOf(outcome));
      if (!('none' in outcome)) blame([wanted], prepared.make());
      return;
    }
    await wait(Math.min(500, Math.max(0, end - performance.now())));
  }
}

/** Holds the answers against what was handled in the end. */
export async function judgeHandled({ taken, refused, countOf, blame }: Dialogue): Promise<void> {
  for (const event of taken.values()) {
    const count = (await countOf(event)) ?? 1;
    if (count > 1) blame([faultOf('an event that is handled once', `it was handled ${count} times`)]);
  }
  for (const event of refused.values()) {
    const isHandled = !taken.has(event.webhookId) && ((await countOf(event)) ?? 0) > 0;
    if (isHandled) blame([faultOf('nothing handled without a valid signature', 'it was handled')]);
  }
}

/** What a provider repeats after a while. */
const busy: readonly number[] = [409, 425, 429, 503];

export interface Patience {
  readonly seconds: number;
  /** It may be under way, or its claim may not have expired. */
  readonly isRepeat: boolean;
}

export function saysOf(outcome: AnswerOrNone): string {
  return 'none' in outcome ? outcome.says : `status ${outcome.status}`;
}

function faultOf(expected: string, actual: string, more: { readonly cause?: string } = {}): AnswerFault {
  return { ...errorOf('receiver', expected, actual), ...more };
}
