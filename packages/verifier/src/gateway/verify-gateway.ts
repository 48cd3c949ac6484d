import { defined } from '../defined.ts';
import { createTarget, TargetGoneError } from '../exchange/create-target.ts';
import { type CallbackReceiver, startReceiver } from '../phases/callback/start-receiver.ts';
import { createGatewayUnderTest, loadMisfit, type Reply } from './gateway-under-test.ts';
import { attemptDemands, type Demand, type Judged } from './judge-attempts.ts';
import { receiptDemands } from './judge-receipts.ts';

export interface VerifyGatewayOptions {
  /** Where the service would post attempts. */
  readonly url: string;
  /** The `authorization` that the gateway expects. */
  readonly authorization?: string;
  /** `host:port` to listen on for receipts; absent: receipts are not judged. */
  readonly receipts?: string;
  /** `whsec_…` of the receipts. */
  readonly secret?: string;
  readonly address: string;
  readonly channel: string;
  /** For a receipt. */
  readonly waitInMilliseconds: number;
  readonly signal?: AbortSignal;
  /** Called with the address that receipts are awaited at. */
  readonly onListening?: (url: string) => void | Promise<void>;
}

/** The result of one demand of the protocol. */
export interface GatewayResult {
  readonly id: string;
  readonly says: string;
  readonly verdict: 'match' | 'mismatch' | 'inconclusive';
  /** What happened instead, or why it could not be judged. */
  readonly because?: string;
}

export interface GatewayReport {
  readonly verdict: 'conformant' | 'non-conformant' | 'could-not-judge';
  /** Why it could not be judged. */
  readonly reason?: string;
  readonly results: readonly GatewayResult[];
}

/** Judges an HTTP gateway by its protocol (ADR-0040): posts attempts as the service does, and takes the receipts. */
export async function verifyGateway(options: VerifyGatewayOptions): Promise<GatewayReport> {
  const { url, signal, receipts } = options;
  const target = createTarget({
    url,
    timeoutInMilliseconds: 10_000,
    maxAnswerBytes: 16_384,
    ...defined({ signal }),
  });
  const receiver = receipts === undefined ? undefined : await startReceiver(receipts, 204);
  const results: GatewayResult[] = [];
  try {
    if (receiver !== undefined) await options.onListening?.(receiver.url);
    const reason = await judgeAll(options, target, receiver, results);
    return { ...verdictOn(results, reason), results };
  } catch (error) {
    if (!(error instanceof TargetGoneError)) throw error;
    return { verdict: 'could-not-judge', reason: error.message, results };
  } finally {
    await target.close();
    await receiver?.close();
  }
}

/** Returns the reason why nothing could be judged, if so. */
async function judgeAll(
  options: VerifyGatewayOptions,
  target: ReturnType<typeof createTarget>,
  receiver: CallbackReceiver | undefined,
  results: GatewayResult[],
): Promise<string | undefined> {
  const { url, address, channel, authorization, secret, waitInMilliseconds } = options;
  const misfit = loadMisfit();
  const query = new URL(url).search;
  const gateway = createGatewayUnderTest({
    ...{ target, query, address, channel, misfit },
    ...defined({ authorization }),
  });
  const head = await target.send({ method: 'HEAD', path: query, headers: {}, body: '' });
  if ('none' in head && head.none === 'unreachable') return `${url} cannot be reached: ${head.says}`;
  const replies: Reply[] = [];
  const refused: string[] = [];
  const hasAuthorization = authorization !== undefined;
  for (const demand of attemptDemands)
    results.push(resultOf(demand, await demand.judge({ gateway, hasAuthorization, refused, replies })));
  const context = { gateway, replies, refused, misfit, waitInMilliseconds, ...defined({ secret }) };
  for (const demand of receiptDemands) {
    const judged =
      receiver === undefined
        ? { why: 'no --receipts was given' }
        : await demand.judge({ ...context, receiver });
    results.push(resultOf(demand, judged));
  }
  return undefined;
}

function resultOf({ id, says }: Omit<Demand<never>, 'judge'>, { actual, why }: Judged): GatewayResult {
  if (actual !== undefined) return { id, says, verdict: 'mismatch', because: actual };
  if (why !== undefined) return { id, says, verdict: 'inconclusive', because: why };
  return { id, says, verdict: 'match' };
}

function verdictOn(
  results: readonly GatewayResult[],
  reason: string | undefined,
): Pick<GatewayReport, 'verdict' | 'reason'> {
  if (reason !== undefined) return { verdict: 'could-not-judge', reason };
  return {
    verdict: results.some(({ verdict }) => verdict === 'mismatch') ? 'non-conformant' : 'conformant',
  };
}
