import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import type { Resident } from './world.ts';

/** What became of requests. */
export interface Ledger {
  /** The request ids that the service acknowledged: with 200, or as repeated after an attempt without an answer. */
  readonly acknowledged: Set<string>;
  /** Attempts by their answer: the problem code, the status without one, or `none`. */
  readonly answers: Map<string, number>;
  /** Messages of which no attempt told their fate. */
  undecided: number;
}

export interface Callers {
  readonly ledger: Ledger;
  /** Sends one request of an account, of a kind that the number from 0 to 1 chooses. */
  one(resident: Resident, random: () => number): Promise<void>;
  schedule(resident: Resident, random: () => number): Promise<void>;
}

interface Answer {
  readonly status: number | undefined;
  /** `accepted`, or the problem's title; `none` without an answer. */
  readonly title: string;
  readonly retryAfterSeconds: number;
}

/** A message with an unknown fate is sent again more often than a refused one. */
const mostAttempts = { unknown: 30, refused: 4 };
const longestPauseMs = 10_000;
const patienceMs = 20_000;

/** `urls` are those of the replicas; which of them live may change. */
export function createCallers(urls: () => readonly string[]): Callers {
  const ledger: Ledger = { acknowledged: new Set(), answers: new Map(), undecided: 0 };
  let turn = 0;

  async function post(path: string, key: string, body: string): Promise<Answer> {
    turn += 1;
    const all = urls();
    const answer = await attempt(`${all[turn % all.length]}${path}`, key, body);
    ledger.answers.set(answer.title, (ledger.answers.get(answer.title) ?? 0) + 1);
    return answer;
  }

  /** As §4.1 advises: without an answer, the same request again with the same id. */
  async function schedule({ name, habit }: Resident, random: () => number): Promise<void> {
    const requestId = randomUUID();
    const body = JSON.stringify(messageOf(habit, requestId, random()));
    let mayBeAccepted = false;
    for (let count = 1; count <= mostAttempts.unknown; count += 1) {
      const { status, title, retryAfterSeconds } = await post('/api/cascade/schedule', name, body);
      if (isAccepted(title, mayBeAccepted)) return void ledger.acknowledged.add(requestId);
      if (status !== undefined && status < 429) return;
      mayBeAccepted ||= status === undefined || status === 500;
      if (!mayBeAccepted && count === mostAttempts.refused) return;
      await setTimeout(Math.min(retryAfterSeconds * 1_000, longestPauseMs) + random() * 1_000);
    }
    ledger.undecided += 1;
  }

  return {
    ledger,
    schedule,
    async one(resident, random) {
      const dice = random();
      const { name, receiver } = resident;
      if (dice < 0.8) return schedule(resident, random);
      if (dice < 0.84) await post('/api/cascade/get-all', name, '{}');
      else if (dice < 0.88) await post('/api/messages/history', name, '{"limit":20}');
      else if (dice < 0.9)
        await post('/api/callback/set', name, JSON.stringify({ statusCallbackUrl: receiver.url }));
      else
        await post('/api/cascade/schedule', name, badBodies[Math.floor(random() * badBodies.length)] ?? '');
    },
  };
}

function isAccepted(title: string, mayBeAccepted: boolean): boolean {
  return title === 'accepted' || (mayBeAccepted && title === 'requestId-is-not-unique');
}

function messageOf(habit: Resident['habit'], requestId: string, dice: number) {
  const part = { contentType: 'TEXT', text: requestId };
  return {
    requestId,
    cascadeId: habit.cascadeId,
    subscriberFilter: {
      address: habit.addresses[Math.floor(dice * habit.addresses.length)] ?? '',
      type: 'PHONE',
    },
    content: { smsContent: part, ...(habit.cascadeId === 2 && { chattwoContent: part }) },
  };
}

const badBodies = [
  '',
  '{',
  '[]',
  '{}',
  '['.repeat(5_000),
  '{"requestId":"00000000-0000-4000-8000-000000000001","cascadeId":404,"subscriberFilter":{"address":"+12025550199","type":"PHONE"},"content":{"smsContent":{"contentType":"TEXT","text":"x"}}}',
  '{"requestId":"\\u0000","cascadeId":1e999}',
  `{"content":{${Array.from({ length: 2_000 }, (_, n) => `"c${n}":0`).join()}}}`,
];

async function attempt(url: string, key: string, body: string): Promise<Answer> {
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body,
      headersTimeout: patienceMs,
      bodyTimeout: patienceMs,
    });
    const text = await answer.body.text();
    const { statusCode: status, headers } = answer;
    return {
      status,
      title: status === 200 ? 'accepted' : titleOf(status, text),
      retryAfterSeconds: Number(headers['retry-after'] ?? 0),
    };
  } catch {
    return { status: undefined, title: 'none', retryAfterSeconds: 0 };
  }
}

function titleOf(status: number, text: string): string {
  try {
    const problem: unknown = JSON.parse(text);
    if (typeof problem === 'object' && problem !== null && 'title' in problem) return String(problem.title);
  } catch {
    // Falls through to the status: an answer without a problem body is counted as such.
  }
  return `${status} without a problem`;
}
