import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { stagedId, stagedKey } from '../accounts-file.ts';

/** What callers who repeat a request under its id until it is decided got for answers. */
export interface Tally {
  /** Request ids that were answered 200, or whose repetition was refused because the first had been accepted. */
  readonly accepted: string[];
  /** When each of them was, of the monotonic clock. */
  readonly acceptedAt: number[];
  /** How often each status and code was answered, but for 200. */
  readonly refused: Record<string, number>;
  /** Requests without an answer. */
  unanswered: number;
  /** Of the accepted, those whose first answer was lost or 503. */
  acceptedUnseen: number;
}

/** In turn: delivered by the first stage; delivered by the second, after the first failed. */
const addresses = ['+12025550199', '+12025550130'];
const pauseMs = 40;

/** That many callers, each at another replica, until they are stopped; `urls` is asked again after a failure. */
export function startCallers(urls: () => Promise<readonly string[]>, callers: number) {
  const tally: Tally = { accepted: [], acceptedAt: [], refused: {}, unanswered: 0, acceptedUnseen: 0 };
  let isOver = false;

  async function one(number: number): Promise<void> {
    let known = await urls();
    let turn = number;
    while (!isOver) {
      const requestId = randomUUID();
      let isRepeated = false;
      for (;;) {
        const answer = await schedule(known[turn % known.length], requestId, addresses[number % 2] ?? '');
        if (count(tally, answer, requestId, isRepeated) || isOver) break;
        // A replica that cannot tell whether the commit went through answers 503.
        isRepeated ||= answer === undefined || answer.status === 503;
        await setTimeout(200);
        known = await urls().catch(() => known);
        turn += 1;
      }
      await setTimeout(pauseMs);
    }
  }

  const all = Promise.all(Array.from({ length: callers }, (_, number) => one(number)));
  return {
    tally,
    async stop() {
      isOver = true;
      await all;
    },
  };
}

interface Answer {
  readonly status: number;
  readonly title: string;
}

/** Whether the answer decides. */
function count(tally: Tally, answer: Answer | undefined, requestId: string, isRepeated: boolean): boolean {
  if (answer === undefined) {
    tally.unanswered += 1;
    return false;
  }
  const isUnseen = isRepeated && answer.title === 'requestId-is-not-unique';
  if (answer.status === 200 || isUnseen) {
    tally.accepted.push(requestId);
    tally.acceptedAt.push(performance.now());
    if (isUnseen) tally.acceptedUnseen += 1;
    return true;
  }
  const name = `${answer.status} ${answer.title}`;
  tally.refused[name] = (tally.refused[name] ?? 0) + 1;
  return false;
}

/** Undefined without an answer within 15 seconds. */
async function schedule(
  url: string | undefined,
  requestId: string,
  address: string,
): Promise<Answer | undefined> {
  const part = { contentType: 'TEXT', text: requestId };
  try {
    const answer = await fetch(`${url}/api/cascade/schedule`, {
      method: 'POST',
      headers: { 'x-api-key': stagedKey(0), 'content-type': 'application/json' },
      body: JSON.stringify({
        requestId,
        cascadeId: stagedId,
        subscriberFilter: { address, type: 'PHONE' },
        content: { chattwoContent: part, smsContent: part },
      }),
      signal: AbortSignal.timeout(15_000),
    });
    const text = await answer.text();
    return { status: answer.status, title: answer.status === 200 ? '' : titleOf(text) };
  } catch {
    return undefined;
  }
}

function titleOf(text: string): string {
  const problem: unknown = JSON.parse(text);
  return typeof problem === 'object' && problem !== null && 'title' in problem ? String(problem.title) : text;
}
