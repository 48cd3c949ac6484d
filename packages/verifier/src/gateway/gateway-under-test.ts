import { randomUUID } from 'node:crypto';
import type { Attempt, AttemptAnswer } from '@cascade/types/gateway';
import type { Target } from '../exchange/create-target.ts';
import { parseJson } from '../json.ts';
import type { Misfit } from './schemas.ts';

/** The permitted answer to an attempt, or why there is none. */
export type Reply =
  | { readonly attemptId: string; readonly status: number; readonly answer: AttemptAnswer }
  | { readonly attemptId: string; readonly status?: number; readonly fault: string };

/** The gateway, called as the service calls it. */
export interface GatewayUnderTest {
  newAttempt(part?: object): Attempt;
  /** `authorization`: null sends none; absent sends the right one. */
  post(attempt: Attempt, authorization?: string | null): Promise<Reply>;
}

export interface GatewayOptions {
  readonly target: Target;
  /** The query of the gateway's URL, with `?`; empty if there is none. */
  readonly query: string;
  readonly address: string;
  readonly channel: string;
  readonly authorization?: string;
  readonly misfit: Misfit;
}

export function createGatewayUnderTest(options: GatewayOptions): GatewayUnderTest {
  const { target, query, address, channel, misfit } = options;
  return {
    newAttempt: (part = {}) => ({
      attemptId: randomUUID(),
      channel,
      address,
      addressType: 'PHONE',
      subject: null,
      content: { contentType: 'TEXT', text: `Trial ${randomUUID()}` },
      traceparent: null,
      ...part,
    }),
    async post(attempt, authorization = options.authorization ?? null) {
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
