import { request } from 'undici';
import { createGuardedAgent, ForbiddenAddressError, type GuardOptions } from './guarded-agent.ts';

/** Reasons to reject a `statusCallbackUrl`, each with the text for the `detail` of the problem body. */
export const callbackUrlFaults = {
  'not-a-url': 'statusCallbackUrl is not an absolute URL.',
  'too-long': 'statusCallbackUrl is longer than 500 characters.',
  'not-https': 'statusCallbackUrl must be an HTTPS address.',
  'address-not-allowed': 'statusCallbackUrl leads to an address that callbacks are not sent to.',
  'no-answer': 'statusCallbackUrl did not answer a HEAD request in time.',
  'not-200': 'statusCallbackUrl did not answer a HEAD request with 200.',
} as const;

export type CallbackUrlFault = keyof typeof callbackUrlFaults;

export interface CheckOptions extends GuardOptions {
  /** Limit for the whole request; 15 seconds by default, as for a callback attempt. */
  readonly timeoutMs?: number;
}

/**
 * Checks whether callbacks can be sent to a URL (ADR-0014) by one HEAD request: `ok`, or the first violated
 * rule.
 */
export async function checkCallbackUrl(
  url: string,
  { timeoutMs = 15_000, ...guard }: CheckOptions,
): Promise<'ok' | CallbackUrlFault> {
  // In code points, like all lengths (ADR-0023).
  if ([...url].length > 500) return 'too-long';
  const parsed = URL.parse(url);
  if (parsed === null) return 'not-a-url';
  const schemes = guard.allowLoopback ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(parsed.protocol)) return 'not-https';
  const agent = createGuardedAgent(guard);
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await request(parsed, { dispatcher: agent, method: 'HEAD', signal });
    await answer.body.dump({ limit: 16_384, signal }).catch(() => {});
    return answer.statusCode === 200 ? 'ok' : 'not-200';
  } catch (error) {
    return error instanceof ForbiddenAddressError ? 'address-not-allowed' : 'no-answer';
  } finally {
    await agent.destroy();
  }
}
