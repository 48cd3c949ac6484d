import { createLogger } from '@stoplight/prism-core';
import { createInstance, type IHttpConfig } from '@stoplight/prism-http';
import type { IHttpOperation } from '@stoplight/types';
import { defined } from '../defined.ts';

/** A response of the description: status, headers and the body of an example. */
export interface DescribedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Asks Prism for the response of an operation by status and, optionally, by example. */
export type Negotiate = (
  operation: IHttpOperation,
  status: number,
  example?: string,
) => Promise<DescribedResponse>;

/** Problem examples are listed under the first media type; the mock may answer with the second (ADR-0002). */
const mediaTypes = ['application/problem+json', 'application/json'];

/** Prism as a library: it finds the response; the mock validates the request itself. */
export function createNegotiator(): Negotiate {
  const prism = createInstance(configure({}), { logger: createLogger('prism', { level: 'silent' }) });
  return async (operation, status, example) => {
    // The mock has already routed the request, so Prism gets only the operation to find.
    const request = { method: 'post', url: { path: operation.path } } as const;
    const wanted = configure({ code: status, ...defined({ exampleKey: example }) });
    const result = await prism.request(request, [{ ...operation, method: request.method }], wanted)();
    if (result._tag === 'Left') throw result.left;
    const { statusCode, headers, body } = result.right.output;
    return { status: statusCode, headers: lowerCaseNames(headers ?? {}), body };
  };
}

/** A new object each time, because Prism modifies it. */
function configure(mock: { code?: number; exampleKey?: string }): IHttpConfig {
  return {
    mock: { dynamic: false, mediaTypes: [...mediaTypes], ...mock },
    checkSecurity: false,
    validateRequest: false,
    validateResponse: false,
    errors: false,
    upstreamProxy: undefined,
    isProxy: false,
  };
}

function lowerCaseNames(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}
