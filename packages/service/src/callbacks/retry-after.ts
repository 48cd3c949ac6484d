/**
 * Milliseconds to wait by a Retry-After header (RFC 9110 §10.2.3: seconds, or a date); undefined if invalid.
 */
export function parseRetryAfter(header: string | string[] | undefined, now: Date): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
