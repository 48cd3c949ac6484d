import type { CallPolicy } from './options.ts';

/**
 * The delay before the next attempt in milliseconds: exponential back-off with jitter, at least `Retry-After`.
 * Nothing if no attempt is left, or `Retry-After` exceeds the longest delay.
 */
export function retryDelay(
  attempts: number,
  response: Response | undefined,
  { retry }: Pick<CallPolicy, 'retry'>,
): number | undefined {
  const backOff = Math.min(retry.maxDelayMs, retry.baseDelayMs * 2 ** (attempts - 1));
  const delay = Math.max(backOff * (1 - Math.random() / 2), retryAfterMs(response));
  return attempts < retry.attempts && delay <= retry.maxDelayMs ? delay : undefined;
}

/** `Retry-After` in milliseconds, from seconds or a date (RFC 9110 §10.2.3); 0 without one. */
function retryAfterMs(response: Response | undefined): number {
  const value = response?.headers.get('retry-after') ?? '';
  return (/^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()) || 0;
}
