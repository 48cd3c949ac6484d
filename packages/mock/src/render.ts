import { canonicalProblemCode } from '@cascade/types';
import { isObject, problemMediaType } from '@cascade/validator';
import type { Decision } from './decide.ts';
import { defined } from './defined.ts';
import type { Negotiate } from './description/prism.ts';
import type { MockAnswer } from './mock.ts';

/** Renders a decision as an answer; the `Accept` header selects the media type of a problem. */
export type Render = (decision: Decision, accept: string | undefined) => Promise<MockAnswer>;

/** Applies a decision to the response that Prism finds in the description. */
export function createRenderer(negotiate: Negotiate): Render {
  return async ({ operation, outcome }, accept) => {
    const { status, headers, body: example } = negotiate(operation, outcome.status, outcome.example);
    const body = outcome.fill === undefined ? example : outcome.fill(example);
    const type = status >= 400 ? { 'content-type': problemMediaType(accept) } : {};
    return {
      status,
      headers: { ...headers, ...type, ...outcome.headers },
      body: JSON.stringify(body),
      ...defined({ code: status >= 400 ? codeOf(body) : undefined, afterwards: outcome.afterwards }),
    };
  };
}

function codeOf(body: unknown): string | undefined {
  return isObject(body) ? canonicalProblemCode(String(body.title)) : undefined;
}
