import { setTimeout } from 'node:timers/promises';
import type { SubscriberText } from '@cascade/types/gateway';
import { getGlobalDispatcher } from 'undici';
import { defined } from '../../defined.ts';
import { describeError } from '../../log.ts';
import { post } from '../../post.ts';
import type { SmppSettings } from './smpp-connection.ts';

/** How long the SMSC waits for the response to a text: less than its usual time-out. */
const patienceMs = 5_000;
const firstPauseMs = 250;

/** How long to try, in milliseconds of a clock that no one sets. */
interface Waiting {
  readonly patience?: number;
  readonly now?: () => number;
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Posts a text of a subscriber to the operator (ADR-0050), again after each failure within 5 seconds.
 * Resolves to undefined once a 2xx has come, else to why the last try failed.
 */
export async function forwardText(
  { url, authorization }: NonNullable<SmppSettings['inbound']>,
  text: SubscriberText,
  { patience = patienceMs, now = performance.now.bind(performance), pause = setTimeout }: Waiting = {},
): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json', ...defined({ authorization }) };
  const body = JSON.stringify(text);
  const end = now() + patience;
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    const timeoutMs = end - now();
    const failure = await post(getGlobalDispatcher(), {
      url,
      headers,
      body,
      timeoutMs,
      bodyMs: timeoutMs,
    }).then(
      ({ status }) => (status >= 200 && status <= 299 ? undefined : `the URL answered ${status}`),
      (error: unknown) => describeError(error).message,
    );
    if (failure === undefined || now() + pauseMs >= end) return failure;
    await pause(pauseMs);
  }
}
