import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';

/** A healthy account that sends a message ten times a second. */
export interface Stranger {
  /** Stops it. */
  stop(): Promise<{
    readonly requestIds: readonly string[];
    /** By status; `none` without an answer. */
    readonly answers: Readonly<Record<string, number>>;
    /** Sorted, in milliseconds. */
    readonly times: readonly number[];
  }>;
}

const pauseMs = 100;

export function startStranger(url: string, key: string, address: string): Stranger {
  const requestIds: string[] = [];
  const answers: Record<string, number> = {};
  const times: number[] = [];
  let isOver = false;

  async function ask(): Promise<void> {
    const requestId = randomUUID();
    const begin = performance.now();
    const status = await request(`${url}/api/cascade/schedule`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({
        requestId,
        cascadeId: 1,
        subscriberFilter: { address, type: 'PHONE' },
        content: { smsContent: { contentType: 'TEXT', text: requestId } },
        // The callbacks return it.
        comment: String(Date.now()),
      }),
    }).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return String(statusCode);
      },
      () => 'none',
    );
    times.push(performance.now() - begin);
    answers[status] = (answers[status] ?? 0) + 1;
    if (status === '200') requestIds.push(requestId);
  }

  const running = (async () => {
    while (!isOver) {
      await ask();
      await setTimeout(pauseMs);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await running;
      return { requestIds, answers, times: times.sort((a, b) => a - b) };
    },
  };
}
