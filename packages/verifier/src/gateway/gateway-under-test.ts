import { randomUUID } from 'node:crypto';
import type { Attempt, AttemptAnswer } from '@cascade/types/gateway';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { formats } from '../description/check-request.ts';
import type { Target } from '../exchange/create-target.ts';
import { parseJson } from '../json.ts';
import { readSchemas } from './read-schemas.ts';

/** The permitted answer to an attempt, or why there is none. */
export type Reply =
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

export type GatewayUnderTest = ReturnType<typeof createGatewayUnderTest>;

/** The gateway, called as the service calls it. */
export function createGatewayUnderTest(options: GatewayOptions) {
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
export type Misfit = (schema: 'AttemptAnswer' | 'Receipt', value: unknown) => string | undefined;

export function loadMisfit(): Misfit {
  const ajv = new Ajv2020({ strict: false, formats });
  ajv.addSchema(readSchemas(), 'gateway');
  return (schema, value) =>
    ajv.validate({ $ref: `gateway#/components/schemas/${schema}` }, value)
      ? undefined
      : ajv.errorsText(ajv.errors, { dataVar: schema === 'Receipt' ? 'receipt' : 'answer' });
}
