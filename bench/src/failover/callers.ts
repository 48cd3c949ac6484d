import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { stagedId, stagedKey } from '../accounts-file.ts';

/** An answer that a caller got; times are of the monotonic clock, in milliseconds. */
export interface Answer {
  readonly at: number;
  /** Since the request was sent. */
  readonly took: number;
  readonly replica: number;
  /** `accepted`, the title of a problem, or `none` without an answer. */
  readonly outcome: string;
}

export interface Callers {
  readonly answers: readonly Answer[];
  /** When each request id was accepted. */
  readonly accepted: ReadonlyMap<string, number>;
  /** Resolves when each caller has its last answer. */
  stop(): Promise<void>;
}

/** In turn: delivered by the first stage; delivered by the second, after the first failed. */
const addresses = ['+12025550199', '+12025550130'];
const pauses = { accepted: 20, refused: 100 } as const; // milliseconds
const answerWithin = 15_000; // milliseconds
const usedBefore = 'requestId-is-not-unique';

/**
 * Callers that do as the description advises: after 503, or without an answer, each repeats its request with the same id
 * until it is accepted or the id is known.
 *
 * @param urls The replicas, which may move.
 */
export function startCallers(urls: () => readonly string[], count: number): Callers {
  const answers: Answer[] = [];
  const accepted = new Map<string, number>();
  const agent = new Agent({ headersTimeout: answerWithin, bodyTimeout: answerWithin });
  let isOver = false;

  async function caller(replica: number): Promise<void> {
    while (!isOver) {
      const requestId = randomUUID();
      let isRepeated = false;
      while (!(isOver || (await send(replica, requestId, isRepeated)))) {
        isRepeated = true;
        await setTimeout(pauses.refused);
      }
      await setTimeout(pauses.accepted);
    }
  }

  /** @returns whether the message was accepted. */
  async function send(replica: number, requestId: string, isRepeated: boolean): Promise<boolean> {
    const begin = performance.now();
    const said = await schedule(agent, urls()[replica] ?? '', requestId);
    // The try whose answer was lost was accepted.
    const outcome = isRepeated && said === usedBefore ? 'accepted' : said;
    const at = performance.now();
    answers.push({ at, took: at - begin, replica, outcome });
    if (outcome === 'accepted') accepted.set(requestId, at);
    return outcome === 'accepted';
  }

  const all = Promise.all(Array.from({ length: count }, (_, number) => caller(number % urls().length)));
  return {
    answers,
    accepted,
    async stop() {
      isOver = true;
      await all;
      await agent.destroy();
    },
  };
}

async function schedule(agent: Agent, url: string, requestId: string): Promise<string> {
  const part = { contentType: 'TEXT', text: requestId };
  const body = JSON.stringify({
    requestId,
    cascadeId: stagedId,
    subscriberFilter: { address: addresses[Math.floor(Math.random() * 2)], type: 'PHONE' },
    content: { chattwoContent: part, smsContent: part },
  });
  const headers = { 'x-api-key': stagedKey(0), 'content-type': 'application/json' };
  try {
    const path = `${url}/api/cascade/schedule`;
    const answer = await request(path, { method: 'POST', headers, body, dispatcher: agent });
    const text = await answer.body.text();
    return answer.statusCode === 200 ? 'accepted' : `${titleOf(text) ?? answer.statusCode}`;
  } catch {
    return 'none';
  }
}

function titleOf(text: string): string | undefined {
  const problem: unknown = JSON.parse(text);
  return typeof problem === 'object' && problem !== null && 'title' in problem
    ? String(problem.title)
    : undefined;
}
