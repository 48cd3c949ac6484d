import { request } from 'undici';
import { createFairShare } from '../sharing/fair-share.ts';
import { createGuardedAgent, ForbiddenAddressError, type GuardOptions } from './guarded-agent.ts';

/** Why callbacks cannot be sent to a URL, each with its words in the `detail` of the problem. */
const callbackUrlFaults = {
  'address-not-allowed': 'must not lead to a private address',
  'unknown-host': 'must answer HEAD with 200; its host name cannot be resolved',
  'connection-refused': 'must answer HEAD with 200; connection refused',
  'tls-failure': 'must answer HEAD with 200; the TLS handshake failed, or the certificate is not valid',
  'connection-broken': 'must answer HEAD with 200; the connection broke before the answer',
  'no-answer': 'must answer HEAD with 200; no answer in time',
} as const;

/** A broken rule, or the status of a HEAD request that was not answered with 200. */
export type CallbackUrlFault = keyof typeof callbackUrlFaults | `status-${number}`;

const isNamed = (fault: CallbackUrlFault): fault is keyof typeof callbackUrlFaults =>
  fault in callbackUrlFaults;

/** What is wrong, for the `detail` of the problem. */
export function describeFault(fault: CallbackUrlFault): string {
  if (isNamed(fault)) return callbackUrlFaults[fault];
  return `must answer HEAD with 200, found ${fault.slice('status-'.length)}`;
}

interface CheckOptions extends GuardOptions {
  /** Limit for the whole request; 15 seconds by default, as for a callback attempt. */
  readonly timeoutMs?: number;
}

/**
 * Sends one HEAD request to a URL (ADR-0014): `ok`, or why callbacks cannot be sent to it; `cannot-tell` if
 * the fault is the resolver's or the network's on our side.
 */
export async function checkCallbackUrl(
  url: string,
  { timeoutMs = 15_000, ...guard }: CheckOptions,
): Promise<'ok' | CallbackUrlFault | 'cannot-tell'> {
  const agent = createGuardedAgent(guard);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await request(url, { dispatcher: agent, method: 'HEAD', signal });
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

/** Why no further callback URL is probed now. */
export type ProbeRefusal =
  /** The account has as many probes under way as it may. */
  | 'account-is-busy'
  /** The service has. */
  | 'service-is-busy';

/** Probes under way at once: in sum, and of one account, which gets fewer when many accounts probe. */
const most = { inSum: 64, ofAccount: 4 } as const;

/** Runs the probes of callback URLs, of which each may hold a socket for 15 seconds. */
export function createUrlProbes() {
  const share = createFairShare(most.inSum);
  return {
    async run<Verdict>(accountId: number, probe: () => Promise<Verdict>): Promise<Verdict | ProbeRefusal> {
      const parties = [`account ${accountId}`];
      const ofAccount = share.usedBy(`account ${accountId}`);
      if (ofAccount >= most.ofAccount) return 'account-is-busy';
      if (!share.grants(parties)) return ofAccount > 0 ? 'account-is-busy' : 'service-is-busy';
      share.take(parties);
      try {
        return await probe();
      } finally {
        share.give(parties);
      }
    },
  };
}
