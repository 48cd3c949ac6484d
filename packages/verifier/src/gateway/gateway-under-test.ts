import { randomUUID } from 'node:crypto';
import { request as requestByHttp } from 'node:http';
import { request as requestByTls } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import type { Attempt, AttemptAnswer, Withdrawal, WithdrawalAnswer } from '@cascade/types/gateway';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { defined } from '../defined.ts';
import { describedFormats } from '../description/check-request.ts';
import type { Target } from '../exchange/create-target.ts';
import type { AnswerOrNone } from '../exchange/http-request.ts';
import { parseJson } from '../json.ts';
import { readSchemas } from './read-schemas.ts';

/** The permitted answer to an attempt, or why there is none. */
export type Reply =
  | { readonly attemptId: string; readonly status: number; readonly answer: AttemptAnswer }
  | { readonly attemptId: string; readonly status?: number; readonly fault: string };

/** That to a withdrawal. */
type Withdrawn =
  | { readonly status: number; readonly answer: WithdrawalAnswer }
  | { readonly status?: number; readonly fault: string };

/** Says why a value does not fit a schema of the protocol; undefined if it fits. */
export type Misfit = (
  schema: 'AttemptAnswer' | 'Receipt' | 'WithdrawalAnswer',
  value: unknown,
) => string | undefined;

export function loadMisfit(): Misfit {
  const ajv = new Ajv2020({ strict: false, formats: describedFormats });
  ajv.addSchema(readSchemas(), 'gateway');
  return (schema, value) =>
    ajv.validate({ $ref: `gateway#/components/schemas/${schema}` }, value)
      ? undefined
      : ajv.errorsText(ajv.errors, { dataVar: schema === 'Receipt' ? 'receipt' : 'answer' });
}

interface CalledOptions {
  readonly target: Target;
  /** Where it is posted, with the query. */
  readonly url: string;
  readonly authorization?: string;
  readonly misfit: Misfit;
}

export interface GatewayOptions extends CalledOptions {
  readonly address: string;
  readonly channel: string;
  readonly signal?: AbortSignal;
}

export type GatewayUnderTest = ReturnType<typeof createGatewayUnderTest>;

/** How long an attempt waits for a gateway that asks for less, in seconds. */
const patienceSeconds = 60;
/** Until a request is with the system, in milliseconds. */
const longestPosting = 10_000;

/** The gateway, called as the service calls it. */
export function createGatewayUnderTest(options: GatewayOptions) {
  const { target, url, address, channel, misfit, signal } = options;
  const path = new URL(url).search;

  function headersOf({ attemptId }: Attempt, authorization: string | null): Record<string, string> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': attemptId };
    return authorization === null ? headers : { ...headers, authorization };
  }

  return {
    newAttempt: (part: object = {}): Attempt => ({
      attemptId: randomUUID(),
      channel,
      address,
      addressType: 'PHONE',
      subject: null,
      content: { contentType: 'TEXT', text: `Trial ${randomUUID()}` },
      expiresAt: null,
      traceparent: null,
      ...part,
    }),
    /**
     * A gateway that asks for less is posted the same again, when it says.
     * @param authorization null sends none; absent sends the right one.
     */
    async post(attempt: Attempt, authorization = options.authorization ?? null): Promise<Reply> {
      const { attemptId } = attempt;
      const headers = headersOf(attempt, authorization);
      const body = JSON.stringify(attempt);
      for (let waited = 0; ; ) {
        const outcome = await target.send({ method: 'POST', path, headers, body });
        const seconds = askedToWait(outcome, new Date());
        if (seconds === undefined || waited + seconds > patienceSeconds)
          return { attemptId, ...permitted<AttemptAnswer>(outcome, 'AttemptAnswer', misfit) };
        waited += seconds;
        // After an interruption the next post says so.
        await wait(seconds * 1_000, undefined, defined({ signal })).catch(() => {});
      }
    },
    /** Posts, and closes the connection without waiting for the answer. */
    postAndLeave(attempt: Attempt): Promise<void> {
      const body = JSON.stringify(attempt);
      const length = Buffer.byteLength(body);
      const headers = { ...headersOf(attempt, options.authorization ?? null), 'content-length': length };
      const patience = AbortSignal.timeout(longestPosting);
      const request = url.startsWith('https:') ? requestByTls : requestByHttp;
      return new Promise((resolve) => {
        const posting = request(url, { method: 'POST', headers, agent: false, signal: patience });
        posting.on('error', () => {}).once('close', resolve);
        // The whole request is with the system, which delivers it before the end of the connection.
        posting.end(body, () => posting.destroy());
      });
    },
  };
}

/** The seconds until a gateway that asks for less wants the next post; undefined if it does not ask. */
function askedToWait(outcome: AnswerOrNone, now: Date): number | undefined {
  if ('none' in outcome) return undefined;
  const { status, headers } = outcome;
  const field = headers['retry-after'];
  if (field === undefined) return status === 429 ? 1 : undefined;
  if (status !== 429 && status !== 503) return undefined;
  const seconds = /^\d+$/.test(field) ? Number(field) : (Date.parse(field) - now.getTime()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(1, seconds);
}

/** The answer of a 2xx with a described body, or why it is none. */
function permitted<Answer>(
  outcome: AnswerOrNone,
  schema: 'AttemptAnswer' | 'WithdrawalAnswer',
  misfit: Misfit,
):
  | { readonly status: number; readonly answer: Answer }
  | { readonly status?: number; readonly fault: string } {
  if ('none' in outcome) return { fault: `no answer: ${outcome.says}` };
  const { status, text } = outcome;
  if (status < 200 || status > 299) return { status, fault: `status ${status}` };
  const answer = parseJson(text);
  const fault = misfit(schema, answer);
  return fault === undefined
    ? { status, answer: answer as Answer }
    : { status, fault: `status ${status}; ${fault}` };
}

/** Withdraws an attempt; resolves to the answer, or to why it is not a permitted one. */
export type Withdraw = (withdrawal: Withdrawal, authorization?: string | null) => Promise<Withdrawn>;

/** The URL of withdrawals, called as the service calls it. */
export function createWithdrawal({ target, url, misfit, authorization: own }: CalledOptions): Withdraw {
  const path = new URL(url).search;
  return async (withdrawal, authorization = own ?? null) => {
    const headers = {
      'content-type': 'application/json',
      ...(authorization === null ? {} : { authorization }),
    };
    const body = JSON.stringify(withdrawal);
    const outcome = await target.send({ method: 'POST', path, headers, body });
    return permitted<WithdrawalAnswer>(outcome, 'WithdrawalAnswer', misfit);
  };
}
