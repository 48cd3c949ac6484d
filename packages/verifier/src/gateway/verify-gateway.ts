import { defined } from '../defined.ts';
import { createTarget, TargetGoneError } from '../exchange/create-target.ts';
import { type CallbackReceiver, startReceiver } from '../phases/callback/start-receiver.ts';
import { attemptDemands } from './attempt-demands.ts';
import { type GatewayResult, resultOf } from './demand.ts';
import { createGatewayUnderTest, createWithdrawal, loadMisfit, type Reply } from './gateway-under-test.ts';
import { receiptDemands, receiptDemandsOfWithdrawn } from './receipt-demands.ts';
import { withdrawalDemands } from './withdrawal-demands.ts';

export interface VerifyGatewayOptions {
  /** Where the service would post attempts. */
  readonly url: string;
  /** Where the service would withdraw attempts; absent: withdrawals are not judged. */
  readonly withdraw?: string;
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
  /** For one answer; 10,000 if absent. */
  readonly timeoutInMilliseconds?: number;
  /** For the answer to a withdrawal; 1,000 if absent, as long as the service waits. */
  readonly withdrawalMilliseconds?: number;
  /** How many attempts are posted at once; 20 if absent. */
  readonly atOnce?: number;
  readonly signal?: AbortSignal;
  /** Called with the address that receipts are awaited at. */
  readonly onListening?: (url: string) => void | Promise<void>;
}

export interface GatewayReport {
  readonly verdict: 'conformant' | 'non-conformant' | 'could-not-judge';
  /** Why it could not be judged. */
  readonly reason?: string;
  readonly results: readonly GatewayResult[];
}

/**
 * Judges an HTTP gateway by its protocol (ADR-0040, ADR-0053): posts attempts as the service does, withdraws
 * some, and takes the receipts.
 */
export async function verifyGateway(options: VerifyGatewayOptions): Promise<GatewayReport> {
  const { url, withdraw, signal, receipts, timeoutInMilliseconds = 10_000, atOnce = 20 } = options;
  const { withdrawalMilliseconds = longestWithdrawal } = options;
  const target = targetAt(url, { timeoutInMilliseconds, atOnce, signal });
  const patience = { timeoutInMilliseconds: withdrawalMilliseconds, atOnce, signal };
  const withdrawing = withdraw === undefined ? undefined : targetAt(withdraw, patience);
  const receiver = receipts === undefined ? undefined : await startReceiver(receipts, { accepted: 204 });
  const results: GatewayResult[] = [];
  try {
    if (receiver !== undefined) await options.onListening?.(receiver.url);
    const reason = await judgeAll(options, { target, withdrawing, receiver, atOnce }, results);
    return { ...verdictOn(results, reason), results };
  } catch (error) {
    if (!(error instanceof TargetGoneError)) throw error;
    return { verdict: 'could-not-judge', reason: error.message, results };
  } finally {
    await target.close();
    await withdrawing?.close();
    await receiver?.close();
  }
}

/** Milliseconds that the service waits for the answer to a withdrawal (ADR-0053). */
const longestWithdrawal = 1_000;

type OpenTarget = ReturnType<typeof createTarget>;

interface TargetSettings {
  readonly timeoutInMilliseconds: number;
  readonly atOnce: number;
  readonly signal: AbortSignal | undefined;
}

function targetAt(url: string, { timeoutInMilliseconds, atOnce, signal }: TargetSettings): OpenTarget {
  const limits = { timeoutInMilliseconds, maxAnswerBytes: 16_384, waitsForLimits: false };
  // Of those at once all may fail, and the gateway may still be there.
  return createTarget({ url, ...limits, goneAfter: 10 + atOnce, ...defined({ signal }) });
}

/** The ends of the connections to and from the gateway. */
interface Ends {
  readonly target: OpenTarget;
  /** At the URL of withdrawals, if one was given. */
  readonly withdrawing: OpenTarget | undefined;
  readonly receiver: CallbackReceiver | undefined;
  readonly atOnce: number;
}

/** Returns the reason why nothing could be judged, if so. */
async function judgeAll(
  options: VerifyGatewayOptions,
  { target, withdrawing, receiver, atOnce }: Ends,
  results: GatewayResult[],
): Promise<string | undefined> {
  const { url, address, channel, authorization, secret, signal, waitInMilliseconds } = options;
  const misfit = loadMisfit();
  const called = { misfit, ...defined({ authorization }) };
  const gateway = createGatewayUnderTest({
    ...called,
    target,
    url,
    address,
    channel,
    ...defined({ signal }),
  });
  const head = await target.send({ method: 'HEAD', path: new URL(url).search, headers: {}, body: '' });
  if ('none' in head && head.none === 'unreachable') return `${url} cannot be reached: ${head.says}`;
  const replies: Reply[] = [];
  const refused: string[] = [];
  const expired: string[] = [];
  const withdrawn: string[] = [];
  const hasAuthorization = authorization !== undefined;
  for (const demand of attemptDemands(atOnce))
    results.push(
      resultOf(demand, await demand.judge({ gateway, hasAuthorization, atOnce, refused, expired, replies })),
    );
  const withdraw =
    withdrawing === undefined
      ? undefined
      : createWithdrawal({ ...called, target: withdrawing, url: options.withdraw ?? '' });
  if (withdraw !== undefined)
    for (const demand of withdrawalDemands)
      results.push(
        resultOf(demand, await demand.judge({ gateway, withdraw, hasAuthorization, replies, withdrawn })),
      );
  const told = { gateway, replies, refused, expired, withdrawn, misfit, waitInMilliseconds };
  const context = { ...told, again: [], ...defined({ secret, withdraw }) };
  for (const demand of [...receiptDemands, ...(withdraw === undefined ? [] : receiptDemandsOfWithdrawn)]) {
    const judged =
      receiver === undefined
        ? { why: 'no --receipts was given' }
        : await demand.judge({ ...context, receiver });
    results.push(resultOf(demand, judged));
  }
  return undefined;
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
