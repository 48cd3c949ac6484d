import { request } from 'undici';
import { createGuardedAgent, ForbiddenAddressError, type GuardOptions } from './guarded-agent.ts';

/** Reasons to reject a `statusCallbackUrl`, each with the text for the `detail` of the problem body. */
export const callbackUrlFaults = {
  'not-a-url': 'statusCallbackUrl is not an absolute URL.',
  'too-long': 'statusCallbackUrl is longer than 500 characters.',
  'not-https': 'statusCallbackUrl must be an HTTPS address.',
  'address-not-allowed': 'statusCallbackUrl leads to an address that callbacks are not sent to.',
  'unknown-host': 'The host name of statusCallbackUrl cannot be resolved.',
  'connection-refused': 'statusCallbackUrl: connection refused.',
  'tls-failure': 'statusCallbackUrl: the TLS handshake failed, or its certificate is not valid.',
  'connection-broken': 'statusCallbackUrl: the connection broke before a HEAD request was answered.',
  'no-answer': 'statusCallbackUrl did not answer a HEAD request in time.',
} as const;

/** A broken rule, or the status of a HEAD request that was not answered with 200. */
export type CallbackUrlFault = keyof typeof callbackUrlFaults | `status-${number}`;

const isNamed = (fault: CallbackUrlFault): fault is keyof typeof callbackUrlFaults =>
  fault in callbackUrlFaults;

/** The `detail` of the problem. */
export function describeFault(fault: CallbackUrlFault): string {
  if (isNamed(fault)) return callbackUrlFaults[fault];
  return `statusCallbackUrl answered a HEAD request with ${fault.slice('status-'.length)}, not with 200.`;
}

export interface CheckOptions extends GuardOptions {
  /** Limit for the whole request; 15 seconds by default, as for a callback attempt. */
  readonly timeoutMs?: number;
}

/**
 * Checks whether callbacks can be sent to a URL (ADR-0014) by one HEAD request: `ok`, or the first violated
 * rule; `cannot-tell` if the fault is the resolver's or the network's on our side.
 */
export async function checkCallbackUrl(
  url: string,
  { timeoutMs = 15_000, ...guard }: CheckOptions,
): Promise<'ok' | CallbackUrlFault | 'cannot-tell'> {
  // In code points, like all lengths (ADR-0023).
  if ([...url].length > 500) return 'too-long';
  const parsed = URL.parse(url);
  if (parsed === null) return 'not-a-url';
  const schemes = guard.allowLoopback ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(parsed.protocol)) return 'not-https';
  const agent = createGuardedAgent(guard);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await request(parsed, { dispatcher: agent, method: 'HEAD', signal });
    await answer.body.dump({ limit: 16_384, signal }).catch(() => {});
    return answer.statusCode === 200 ? 'ok' : `status-${answer.statusCode}`;
  } catch (error) {
    return signal.aborted ? 'no-answer' : faultOf(error);
  } finally {
    await agent.destroy();
  }
}

/** No resolver, no route, or no descriptor or memory left. */
const ownFaults = new Set(['EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN', 'EMFILE', 'ENFILE', 'ENOBUFS']);

function faultOf(error: unknown): CallbackUrlFault | 'cannot-tell' {
  if (error instanceof ForbiddenAddressError) return 'address-not-allowed';
  // Of a name with several addresses, the first one tells.
  if (error instanceof AggregateError && error.errors.length > 0) return faultOf(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'connection-refused';
  if (ownFaults.has(code)) return 'cannot-tell';
  if (/^(?:ENOTFOUND|EAI_)/.test(code)) return 'unknown-host';
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'no-answer';
  return /CERT|TLS|SSL|^EPROTO|^UNABLE_TO/.test(code) ? 'tls-failure' : 'connection-broken';
}
