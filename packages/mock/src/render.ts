import { canonicalProblemCode } from '@cascade/types';
import { problemMediaType } from '@cascade/validator';
import type { Decision } from './decide.ts';
import type { Negotiate } from './description/prism.ts';
import type { MockAnswer } from './mock.ts';
import { isRecord } from './record.ts';

/** Makes the answer to a decision; the client's `Accept` header chooses the media type of a problem. */
export type Render = (decision: Decision, accept: string | undefined) => Promise<MockAnswer>;

/** Lays what was decided over the response that Prism finds in the description. */
export function createRenderer(negotiate: Negotiate): Render {
  return async ({ operation, outcome }, accept) => {
    const { status, headers, body: example } = await negotiate(operation, outcome.status, outcome.example);
    const body = outcome.fill === undefined ? example : outcome.fill(example);
    const type = status >= 400 ? { 'content-type': problemMediaType(accept) } : {};
    return {
      status,
      headers: { ...headers, ...type, ...outcome.headers },
      body: JSON.stringify(body),
      ...(status >= 400 && isRecord(body) ? { code: canonicalProblemCode(String(body.title)) } : {}),
      ...(outcome.afterwards === undefined ? {} : { afterwards: outcome.afterwards }),
    };
  };
}
