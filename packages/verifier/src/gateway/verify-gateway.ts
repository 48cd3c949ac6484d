import { randomUUID } from 'node:crypto';
import type { Attempt, AttemptAnswer, Withdrawal, WithdrawalAnswer } from '@cascade/types/gateway';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Webhook } from 'standardwebhooks';
import { defined } from '../defined.ts';
import { describedFormats } from '../description/check-request.ts';
import { createTarget, type Target, TargetGoneError } from '../exchange/create-target.ts';
import { isObject, parseJson } from '../json.ts';
import { type CallbackReceiver, type Received, startReceiver } from '../phases/callback/start-receiver.ts';
import { readSchemas } from './read-schemas.ts';

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

/**
 * Judges an HTTP gateway by its protocol (ADR-0040, ADR-0053): posts attempts as the service does, withdraws
 * some, and takes the receipts.
 */
export async function verifyGateway(options: VerifyGatewayOptions): Promise<GatewayReport> {
  const { url, withdraw, signal, receipts, timeoutInMilliseconds = 10_000 } = options;
  const { withdrawalMilliseconds = longestWithdrawal } = options;
  const target = targetAt(url, timeoutInMilliseconds, signal);
  const withdrawing = withdraw === undefined ? undefined : targetAt(withdraw, withdrawalMilliseconds, signal);
  const receiver = receipts === undefined ? undefined : await startReceiver(receipts, 204);
  const results: GatewayResult[] = [];
  try {
    if (receiver !== undefined) await options.onListening?.(receiver.url);
    const reason = await judgeAll(options, { target, withdrawing, receiver }, results);
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

function targetAt(url: string, timeoutInMilliseconds: number, signal: AbortSignal | undefined): OpenTarget {
  return createTarget({ url, timeoutInMilliseconds, maxAnswerBytes: 16_384, ...defined({ signal }) });
}

/** The ends of the connections to and from the gateway. */
interface Ends {
  readonly target: OpenTarget;
  /** At the URL of withdrawals, if one was given. */
  readonly withdrawing: OpenTarget | undefined;
  readonly receiver: CallbackReceiver | undefined;
}

/** Returns the reason why nothing could be judged, if so. */
async function judgeAll(
  options: VerifyGatewayOptions,
  { target, withdrawing, receiver }: Ends,
  results: GatewayResult[],
): Promise<string | undefined> {
  const { url, address, channel, authorization, secret, waitInMilliseconds } = options;
  const misfit = loadMisfit();
  const query = new URL(url).search;
  const gateway = createGatewayUnderTest({
    target,
    query,
    address,
    channel,
    misfit,
    ...defined({ authorization }),
  });
  const head = await target.send({ method: 'HEAD', path: query, headers: {}, body: '' });
  if ('none' in head && head.none === 'unreachable') return `${url} cannot be reached: ${head.says}`;
  const replies: Reply[] = [];
  const refused: string[] = [];
  const hasAuthorization = authorization !== undefined;
  for (const demand of attemptDemands)
    results.push(resultOf(demand, await demand.judge({ gateway, hasAuthorization, refused, replies })));
  const withdrawn: string[] = [];
  if (withdrawing !== undefined) {
    const path = new URL(options.withdraw ?? '').search;
    const withdraw = createWithdrawal({ target: withdrawing, path, misfit, ...defined({ authorization }) });
    for (const demand of withdrawalDemands)
      results.push(
        resultOf(demand, await demand.judge({ gateway, withdraw, hasAuthorization, replies, withdrawn })),
      );
  }
  const told = { gateway, replies, refused, withdrawn, misfit, waitInMilliseconds };
  const context = { ...told, ...defined({ secret }) };
  const demands = withdrawing === undefined ? receiptDemands : [...receiptDemands, receiptOfWithdrawn];
  for (const demand of demands) {
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

/** The permitted answer to an attempt, or why there is none. */
type Reply =
  | { readonly attemptId: string; readonly status: number; readonly answer: AttemptAnswer }
  | { readonly attemptId: string; readonly status?: number; readonly fault: string };

interface GatewayOptions {
  readonly target: Target;
  /** The query of the gateway's URL, with `?`; empty if there is none. */
  readonly query: string;
  readonly address: string;
  readonly channel: string;
  readonly authorization?: string;
  readonly misfit: Misfit;
}

type GatewayUnderTest = ReturnType<typeof createGatewayUnderTest>;

/** The gateway, called as the service calls it. */
function createGatewayUnderTest(options: GatewayOptions) {
  const { target, query, address, channel, misfit } = options;
  return {
    newAttempt: (part: object = {}): Attempt => ({
      attemptId: randomUUID(),
      channel,
      address,
      addressType: 'PHONE',
      subject: null,
      content: { contentType: 'TEXT', text: `Trial ${randomUUID()}` },
      traceparent: null,
      ...part,
    }),
    /** `authorization`: null sends none; absent sends the right one. */
    async post(attempt: Attempt, authorization = options.authorization ?? null): Promise<Reply> {
      const { attemptId } = attempt;
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': attemptId,
        ...(authorization === null ? {} : { authorization }),
      };
      const body = JSON.stringify(attempt);
      const outcome = await target.send({ method: 'POST', path: query, headers, body });
      if ('none' in outcome) return { attemptId, fault: `no answer: ${outcome.says}` };
      const { status, text } = outcome;
      if (status < 200 || status > 299) return { attemptId, status, fault: `status ${status}` };
      const answer = parseJson(text);
      const fault = misfit('AttemptAnswer', answer);
      if (fault !== undefined) return { attemptId, status, fault: `status ${status}; ${fault}` };
      return { attemptId, status, answer: answer as AttemptAnswer };
    },
  };
}

/** Says why a value does not fit a schema of the protocol; undefined if it fits. */
type Misfit = (
  schema: 'AttemptAnswer' | 'Receipt' | 'WithdrawalAnswer',
  value: unknown,
) => string | undefined;

function loadMisfit(): Misfit {
  const ajv = new Ajv2020({ strict: false, formats: describedFormats });
  ajv.addSchema(readSchemas(), 'gateway');
  return (schema, value) =>
    ajv.validate({ $ref: `gateway#/components/schemas/${schema}` }, value)
      ? undefined
      : ajv.errorsText(ajv.errors, { dataVar: schema === 'Receipt' ? 'receipt' : 'answer' });
}

/** A verdict on one demand of the protocol: absent `actual` and `why` mean a match. */
interface Judged {
  /** What the gateway did instead. */
  readonly actual?: string;
  /** Why it could not be judged. */
  readonly why?: string;
}

/** A demand of the protocol, and how it is judged. */
interface Demand<Context> {
  readonly id: string;
  readonly says: string;
  judge(context: Context): Promise<Judged>;
}

interface AttemptContext {
  readonly gateway: GatewayUnderTest;
  readonly hasAuthorization: boolean;
  /** Ids of attempts that the gateway must not have sent. */
  readonly refused: string[];
  /** Answers to the attempts so far, for the receipts. */
  readonly replies: Reply[];
}

type Posting = Pick<AttemptContext, 'gateway' | 'replies'>;

const repetitions = 8;
const noReference: Judged = { why: 'the answers have no reference' };

const attemptDemands: readonly Demand<AttemptContext>[] = [
  {
    id: 'permitted-answer',
    says: 'an attempt is answered with 2xx and SENT, DELIVERED, or UNDELIVERED with a reason',
    judge: (context) => permitted(context, {}),
  },
  {
    id: 'further-members',
    says: 'fields that are not described do not change that',
    judge: (context) => permitted(context, { own: { a: [1] }, content: { ...text('Trial'), own: true } }),
  },
  {
    id: 'large-content',
    says: 'content of 1 MiB with any characters is answered, if only with UNDELIVERED',
    judge: (context) => permitted(context, { content: text('й😀'.repeat(170_000)) }),
  },
  {
    id: 'same-key-again',
    says: 'an attempt that comes again is not sent again: the answer has the same reference',
    judge: (context) => repeated(context, 1),
  },
  {
    id: 'same-key-at-once',
    says: `so, too, if it comes ${repetitions} times at once`,
    judge: (context) => repeated(context, repetitions),
  },
  {
    id: 'own-reference',
    says: 'different attempts have different references',
    judge: differentReferences,
  },
  {
    id: 'wrong-authorization',
    says: 'a wrong or missing authorization is answered with 401 or 403',
    judge: wrongAuthorization,
  },
];

const text = (content: string) => ({ contentType: 'TEXT', text: content });

async function permitted(context: AttemptContext, part: object): Promise<Judged> {
  const reply = await post(context, context.gateway.newAttempt(part));
  return 'fault' in reply ? { actual: reply.fault } : {};
}

/**
 * Posts an attempt `times` at once, and then once more. While the first is under way, the others may be
 * refused.
 */
async function repeated(context: AttemptContext, times: number): Promise<Judged> {
  const attempt = context.gateway.newAttempt();
  const replies = await Promise.all(Array.from({ length: times }, () => post(context, attempt)));
  const last = await post(context, attempt);
  if ('fault' in last) return { actual: `${last.fault} when it came again` };
  const references = [...replies, last].flatMap((reply) =>
    'answer' in reply ? [reply.answer.reference] : [],
  );
  const different = new Set(references);
  if (different.size > 1) return { actual: `${different.size} references: ${[...different].join(', ')}` };
  return different.has(undefined) ? noReference : {};
}

async function differentReferences(context: AttemptContext): Promise<Judged> {
  const one = await post(context, context.gateway.newAttempt());
  const other = await post(context, context.gateway.newAttempt());
  if ('fault' in one || 'fault' in other) return { why: 'an attempt had no permitted answer' };
  const a = one.answer.reference;
  const b = other.answer.reference;
  if (a === undefined || b === undefined) return noReference;
  return a === b ? { actual: `both have ${a}` } : {};
}

async function wrongAuthorization({ gateway, hasAuthorization, refused }: AttemptContext): Promise<Judged> {
  if (!hasAuthorization) return { why: 'no --authorization was given' };
  for (const authorization of ['Bearer wrong', null]) {
    const attempt = gateway.newAttempt();
    const reply = await gateway.post(attempt, authorization);
    const { status } = reply;
    if (status !== 401 && status !== 403) {
      const seen = 'fault' in reply ? reply.fault : `status ${status}`;
      return { actual: `${seen} with ${authorization === null ? 'none' : 'a wrong one'}` };
    }
    refused.push(attempt.attemptId);
  }
  return {};
}

async function post({ gateway, replies }: Posting, attempt: Attempt): Promise<Reply> {
  const reply = await gateway.post(attempt);
  replies.push(reply);
  return reply;
}

/** Withdraws an attempt; resolves to the answer, or to why it is not a permitted one. */
type Withdraw = (withdrawal: Withdrawal, authorization?: string | null) => Promise<Withdrawn>;

type Withdrawn =
  | { readonly status: number; readonly answer: WithdrawalAnswer }
  | { readonly status?: number; readonly fault: string };

interface WithdrawOptions extends Pick<GatewayOptions, 'authorization' | 'misfit'> {
  readonly target: OpenTarget;
  /** The query of the URL, with `?`; empty if there is none. */
  readonly path: string;
}

/** The URL of withdrawals, called as the service calls it. */
function createWithdrawal({ target, path, misfit, authorization: own }: WithdrawOptions): Withdraw {
  return async (withdrawal, authorization = own ?? null) => {
    const headers = {
      'content-type': 'application/json',
      ...(authorization === null ? {} : { authorization }),
    };
    const body = JSON.stringify(withdrawal);
    const outcome = await target.send({ method: 'POST', path, headers, body });
    if ('none' in outcome) return { fault: `no answer: ${outcome.says}` };
    const { status, text } = outcome;
    if (status < 200 || status > 299) return { status, fault: `status ${status}` };
    const answer = parseJson(text);
    const fault = misfit('WithdrawalAnswer', answer);
    if (fault !== undefined) return { status, fault: `status ${status}; ${fault}` };
    return { status, answer: answer as WithdrawalAnswer };
  };
}

interface WithdrawalContext {
  readonly gateway: GatewayUnderTest;
  readonly withdraw: Withdraw;
  readonly hasAuthorization: boolean;
  readonly replies: Reply[];
  /** Ids of attempts that the gateway says it has withdrawn. */
  readonly withdrawn: string[];
}

const withdrawalDemands: readonly Demand<WithdrawalContext>[] = [
  {
    id: 'withdrawal-answer',
    says: 'a withdrawal is answered within a second, with 2xx and WITHDRAWN or the status of the message',
    judge: withdrawalAnswer,
  },
  {
    id: 'withdrawal-again',
    says: 'an attempt that was withdrawn stays so if it is withdrawn again',
    judge: withdrawnAgain,
  },
  {
    id: 'withdrawal-of-unknown',
    says: 'an attempt that the gateway does not know is not called DELIVERED or READ',
    async judge({ withdraw }) {
      const answered = await withdraw({ attemptId: randomUUID(), reference: null });
      if ('fault' in answered) return {};
      const { status } = answered.answer;
      return status === 'DELIVERED' || status === 'READ' ? { actual: `it is called ${status}` } : {};
    },
  },
  {
    id: 'withdrawal-authorization',
    says: 'a withdrawal with a wrong or missing authorization is answered with 401 or 403',
    judge: withdrawalAuthorization,
  },
];

/** Posts an attempt and withdraws it at once; undefined if the attempt has no permitted answer. */
async function withdrawOne(context: WithdrawalContext) {
  const { gateway, withdraw, replies, withdrawn } = context;
  const reply = await post({ gateway, replies }, gateway.newAttempt());
  if ('fault' in reply) return undefined;
  const { attemptId } = reply;
  const withdrawal: Withdrawal = { attemptId, reference: reply.answer.reference ?? null };
  const answered = await withdraw(withdrawal);
  if ('answer' in answered && answered.answer.status === 'WITHDRAWN') withdrawn.push(attemptId);
  return { withdrawal, answered };
}

async function withdrawalAnswer(context: WithdrawalContext): Promise<Judged> {
  const one = await withdrawOne(context);
  if (one === undefined) return { why: 'the attempt had no permitted answer' };
  return 'fault' in one.answered ? { actual: one.answered.fault } : {};
}

async function withdrawnAgain(context: WithdrawalContext): Promise<Judged> {
  const one = await withdrawOne(context);
  if (one === undefined || !context.withdrawn.includes(one.withdrawal.attemptId))
    return { why: 'nothing was withdrawn' };
  const again = await context.withdraw(one.withdrawal);
  if ('fault' in again) return { actual: `${again.fault} when it came again` };
  return again.answer.status === 'WITHDRAWN' ? {} : { actual: `${again.answer.status} when it came again` };
}

async function withdrawalAuthorization(context: WithdrawalContext): Promise<Judged> {
  const { withdraw, hasAuthorization } = context;
  if (!hasAuthorization) return { why: 'no --authorization was given' };
  for (const authorization of ['Bearer wrong', null]) {
    const answered = await withdraw({ attemptId: randomUUID(), reference: null }, authorization);
    const { status } = answered;
    if (status === 401 || status === 403) continue;
    const seen = 'fault' in answered ? answered.fault : `status ${status}`;
    return { actual: `${seen} with ${authorization === null ? 'none' : 'a wrong one'}` };
  }
  return {};
}

interface ReceiptContext {
  readonly gateway: GatewayUnderTest;
  readonly receiver: CallbackReceiver;
  readonly replies: readonly Reply[];
  readonly refused: readonly string[];
  readonly withdrawn: readonly string[];
  readonly secret?: string;
  readonly misfit: Misfit;
  readonly waitInMilliseconds: number;
}

const noReceipt: Judged = { why: 'no receipt came' };
const minute = 60_000; // milliseconds
const oldest = 30 * 24 * 60 * minute;

/** In this order: the later ones judge all receipts that came until then. */
const receiptDemands: readonly Demand<ReceiptContext>[] = [
  {
    id: 'receipt-comes',
    says: 'an attempt that was answered with SENT gets a receipt',
    judge: comes,
  },
  {
    id: 'receipt-again',
    says: 'a receipt that was answered with 500 comes again',
    judge: comesAgain,
  },
  {
    id: 'receipt-signed',
    says: 'a receipt is signed with the secret, over its id, its time and its bytes',
    judge: signed,
  },
  {
    id: 'receipt-described',
    says: 'a receipt has attemptId and status as described, and an at of the last 30 days, if any',
    judge: described,
  },
  {
    id: 'receipt-of-refused',
    says: 'an attempt that was refused with 401 or 403 is not sent: it gets no receipt',
    judge: async ({ receiver, refused }) => {
      if (refused.length === 0) return { why: 'no attempt was refused' };
      const told = receiver.received.map(attemptOf).filter((id) => id !== undefined && refused.includes(id));
      return told.length === 0 ? {} : { actual: `${told.length} receipts for attempts that were refused` };
    },
  },
];

/** Judged at the end: a gateway that delivers all the same has had time to. */
const receiptOfWithdrawn: Demand<ReceiptContext> = {
  id: 'receipt-of-withdrawn',
  says: 'an attempt that was answered with WITHDRAWN gets no receipt of DELIVERED or READ',
  async judge({ receiver, withdrawn }) {
    if (withdrawn.length === 0) return { why: 'nothing was withdrawn' };
    const told = receiver.received.filter((received) => withdrawn.includes(attemptOf(received) ?? ''));
    const late = told.filter(({ body }) => /^(?:DELIVERED|READ)$/.test(statusOf(body)));
    return late.length === 0 ? {} : { actual: `${late.length} receipts say that it was delivered` };
  },
};

async function comes({ receiver, replies, waitInMilliseconds }: ReceiptContext): Promise<Judged> {
  const sent = replies.flatMap((reply) =>
    'answer' in reply && reply.answer.status === 'SENT' ? [reply.attemptId] : [],
  );
  if (sent.length === 0) return { why: 'no attempt was answered with SENT' };
  const told = () => receiver.received.some((received) => sent.includes(attemptOf(received) ?? ''));
  if (await receiver.until(told, waitInMilliseconds)) return {};
  return { actual: `none in ${waitInMilliseconds / 1_000} seconds` };
}

async function comesAgain(context: ReceiptContext): Promise<Judged> {
  const { gateway, receiver, waitInMilliseconds } = context;
  if (receiver.received.length === 0) return noReceipt;
  const attempt = gateway.newAttempt();
  const own = () => receiver.received.filter((received) => attemptOf(received) === attempt.attemptId);
  receiver.refuseFirst((received) => attemptOf(received) === attempt.attemptId);
  await gateway.post(attempt);
  if (!(await receiver.until(() => own().length > 0, waitInMilliseconds))) return noReceipt;
  const [first] = own();
  const again = () => own().some((received) => received !== first && received.body === first?.body);
  if (await receiver.until(again, waitInMilliseconds)) return {};
  return { actual: `not in ${waitInMilliseconds / 1_000} seconds` };
}

async function signed({ receiver, secret }: ReceiptContext): Promise<Judged> {
  if (secret === undefined) return { why: 'no --secret was given' };
  if (receiver.received.length === 0) return noReceipt;
  const webhook = new Webhook(secret);
  for (const { body, headers } of receiver.received) {
    try {
      webhook.verify(body, headers);
    } catch (error) {
      return { actual: error instanceof Error ? error.message : String(error) };
    }
  }
  return {};
}

async function described({ receiver, misfit }: ReceiptContext): Promise<Judged> {
  if (receiver.received.length === 0) return noReceipt;
  const [fault] = receiver.received.flatMap(({ body }) => {
    const receipt = parseJson(body);
    return misfit('Receipt', receipt) ?? unreasonableTime(receipt) ?? [];
  });
  return fault === undefined ? {} : { actual: fault };
}

function unreasonableTime(receipt: unknown): string | undefined {
  if (!isObject(receipt) || typeof receipt.at !== 'string') return undefined;
  const age = Date.now() - Date.parse(receipt.at);
  return age > -5 * minute && age < oldest ? undefined : `receipt/at is ${receipt.at}`;
}

function statusOf(body: string): string {
  const receipt = parseJson(body);
  return isObject(receipt) ? String(receipt.status) : '';
}

function attemptOf({ body }: Received): string | undefined {
  const receipt = parseJson(body);
  return isObject(receipt) && typeof receipt.attemptId === 'string' ? receipt.attemptId : undefined;
}
