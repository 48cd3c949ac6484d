import type { CallPolicy } from './options.ts';

/**
 * How long to wait before the next attempt, or nothing if there is to be none: a back-off with jitter, and
 * never less than what `Retry-After` asks for.
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

/** The wait that `Retry-After` asks for, given in seconds or as a date (RFC 9110 §10.2.3); 0 for none. */
function retryAfterMs(response: Response | undefined): number {
  const value = response?.headers.get('retry-after') ?? '';
  return (/^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()) || 0;
}
