import { createLogger } from '@stoplight/prism-core';
import { createInstance, type IHttpConfig } from '@stoplight/prism-http';
import type { IHttpOperation } from '@stoplight/types';

/** A response as the description shows it: status, headers and the body of the example. */
export interface DescribedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Asks Prism for the response of an operation with a status and, if one is named, an example. */
export type Negotiate = (
  operation: IHttpOperation,
  status: number,
  example?: string,
) => Promise<DescribedResponse>;

/** Problem bodies have their examples under the first of these; the answer may go out as the second (ADR-0002). */
const mediaTypes = ['application/problem+json', 'application/json'];

/** Prism as a library: it negotiates, and leaves checking the request to us. */
export function createNegotiator(): Negotiate {
  const prism = createInstance(configure({}), { logger: createLogger('prism', { level: 'silent' }) });
  return async (operation, status, example) => {
    // The route is settled: Prism gets the one operation that it is to find.
    const request = { method: 'post', url: { path: operation.path } } as const;
    const wanted = configure({ code: status, ...(example === undefined ? {} : { exampleKey: example }) });
    const result = await prism.request(request, [{ ...operation, method: request.method }], wanted)();
    if (result._tag === 'Left') throw result.left;
    const { statusCode, headers, body } = result.right.output;
    return { status: statusCode, headers: lowerCaseNames(headers ?? {}), body };
  };
}

/** A fresh object each time, because Prism writes into it. */
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
