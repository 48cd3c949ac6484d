import type { AttemptAnswer } from '@cascade/types/gateway';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { defined } from '../defined.ts';
import type { DeclaredHttp } from '../generated/declared-service.ts';
import { type JsonObject, membersOf } from '../json-object.ts';
import { type Log, silent } from '../log.ts';
import { type Posted, post } from '../post.ts';
import { skippingContinue } from '../skip-continue.ts';
import type { Gateway, WithdrawalStatus } from './gateway.ts';
import { NoAnswerError, RefusedForNowError, RefusesUsError, SlowDownError } from './gateway-lane.ts';
import { createReportedTexts, type ReportedTexts } from './reported-texts.ts';

/** The operator chooses where attempts are posted, so any address is allowed. */
interface HttpGatewayOptions extends Omit<DeclaredHttp, 'kind'> {
  /** In the log. */
  readonly channel?: string;
  readonly log?: Log;
  readonly dispatcher?: Dispatcher;
}

/**
 * Posts each attempt as JSON, with its id as `idempotency-key`, as spec/gateway describes. The response must
 * be a 2xx with SENT, DELIVERED or UNDELIVERED. After any other response the outcome is unknown, and the
 * attempt is posted again. With a `withdrawUrl`, attempts can be withdrawn.
 */
export function createHttpGateway(options: HttpGatewayOptions): Gateway {
  const { url, withdrawUrl, authorization, timeoutSeconds = 10 } = options;
  const { dispatcher = createDispatcher(), channel, log = silent } = options;
  const texts = createReportedTexts(log, { channel });
  const timeoutMs = timeoutSeconds * 1_000;
  const withdrawing = { dispatcher, authorization, timeoutMs };
  const withdraw =
    withdrawUrl === undefined ? undefined : createWithdraw({ ...withdrawing, url: withdrawUrl });
  return {
    ...defined({ withdraw }),
    async send(attempt, { signal, check }) {
      check();
      const posted = await post(dispatcher, {
        url,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': attempt.attemptId,
          ...defined({ authorization }),
        },
        body: JSON.stringify(attempt),
        timeoutMs,
        bodyMs: timeoutMs,
        signal,
        // It may have waited for a connection, for longer than the lease holds.
        check,
      });
      return resultOf(posted, texts);
    },
  };
}

interface WithdrawOptions {
  readonly dispatcher: Dispatcher;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly timeoutMs: number;
}

function createWithdraw({ dispatcher, url, authorization, timeoutMs }: WithdrawOptions) {
  const headers = { 'content-type': 'application/json', ...defined({ authorization }) };
  const withdraw: Gateway['withdraw'] = async ({ attemptId, reference }, signal) => {
    const body = JSON.stringify({ attemptId, reference });
    const posted = await post(dispatcher, { url, headers, body, timeoutMs, bodyMs: timeoutMs, signal });
    if (posted.status < 200 || posted.status > 299) throw new Error(`the gateway answered ${posted.status}`);
    const { status } = parseAnswer(posted.text ?? '');
    if (!isWithdrawalStatus(status)) throw new Error('the gateway answered with no status of a withdrawal');
    return status;
  };
  return withdraw;
}

const withdrawalStatuses: ReadonlySet<unknown> = new Set<WithdrawalStatus>([
  'WITHDRAWN',
  'SENT',
  'DELAYED',
  'UNDELIVERED',
  'DELIVERED',
  'READ',
]);

function isWithdrawalStatus(status: unknown): status is WithdrawalStatus {
  return withdrawalStatuses.has(status);
}

function createDispatcher(): Dispatcher {
  const connector = buildConnector({});
  return new Agent({
    connect: (options, callback) => connector(options, skippingContinue(callback)),
  });
}

function resultOf(
  { status: code, retryAfterMs, mediaType, text }: Posted,
  texts: ReportedTexts,
): AttemptAnswer {
  if (code < 200 || code > 299) throw notTaken(code, retryAfterMs);
  if (text === undefined) throw new Error('the gateway answered too much, or its response broke off');
  const { status, reason, reference: said } = parseAnswer(text);
  const reference = texts.reference(said);
  if (status === 'SENT' || status === 'DELIVERED') return defined({ status, reference } as const);
  if (status === 'UNDELIVERED' && typeof reason === 'string')
    return defined({ status, reason: texts.reason(reason) ?? 'message-undeliverable', reference } as const);
  throw new Error(
    `the gateway answered ${code} with ${Buffer.byteLength(text)} bytes of ${mediaType ?? 'no type'}, which are neither SENT, DELIVERED nor UNDELIVERED and a reason`,
  );
}

/** What a status without an answer tells of the gateway. */
function notTaken(status: number, retryAfterMs: number | undefined): Error {
  const says = `the gateway answered ${status}`;
  if (status === 429 || (status === 503 && retryAfterMs !== undefined))
    return new SlowDownError(says, retryAfterMs);
  if (status === 401 || status === 403) return new RefusesUsError(says);
  // It is under way there, and the provider is slow: the gateway is not away.
  if (status === 409) return new NoAnswerError(says);
  if (status === 413) return new RefusedForNowError(says, 'too-long-message');
  return status === 400 || status === 422 ? new RefusedForNowError(says) : new Error(says);
}

/** Invalid JSON counts as empty. The parser's error would quote the response, and errors are logged. */
function parseAnswer(text: string): JsonObject {
  try {
    return membersOf(JSON.parse(text));
  } catch {
    return {};
  }
}
