import { createRequire } from 'node:module';
import type { IHttpHeaderParam, IHttpOperation } from '@stoplight/types';
import { defined } from '../defined.ts';

/** A response of the description: status, headers and the body of an example. */
interface DescribedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * Asks Prism for the response of an operation by status and, optionally, by example.
 * @throws {Error} if the description has no such response or example.
 */
export type Negotiate = (operation: IHttpOperation, status: number, example?: string) => DescribedResponse;

/** Problem examples are listed under the first media type; the mock may answer with the second (ADR-0002). */
const mediaTypes = ['application/problem+json', 'application/json'];

/**
 * Prism's module that finds a response; that of the package loads data generators, too, which take 100 MiB.
 */
type Negotiator = typeof import('@stoplight/prism-http/dist/mocker/negotiator/NegotiatorHelpers.js');

/**
 * Prism as a library: it finds the response; the mock validates the request itself. Each response of the
 * description is found once: Prism takes longer for it than the mock for the rest of a request.
 */
export function createNegotiator(): Negotiate {
  const negotiate = createPrism();
  const found = new Map<IHttpOperation, Map<string, DescribedResponse>>();
  return (operation, status, example) => {
    const ofOperation = found.get(operation) ?? new Map<string, DescribedResponse>();
    found.set(operation, ofOperation);
    const asked = `${status} ${example}`;
    const response = ofOperation.get(asked) ?? negotiate(operation, status, example);
    ofOperation.set(asked, response);
    return response;
  };
}

function createPrism(): Negotiate {
  const { default: negotiator }: Negotiator = createRequire(import.meta.url)(
    '@stoplight/prism-http/dist/mocker/negotiator/NegotiatorHelpers.js',
  );
  return (operation, status, example) => {
    const wanted = { dynamic: false, mediaTypes, code: status, ...defined({ exampleKey: example }) };
    const result = negotiator.negotiateOptionsForValidRequest(operation, wanted)(silent);
    if (result._tag === 'Left') throw result.left;
    const { code, mediaType, headers, bodyExample } = result.right;
    if (bodyExample === undefined || !('value' in bodyExample))
      throw new Error(`expected an example of the response ${code} of ${operation.iid}, found none`);
    return {
      status: Number(code),
      headers: { ...describedHeaders(headers), ...defined({ 'content-type': mediaType }) },
      body: bodyExample.value,
    };
  };
}

const ignore = () => {};

/** Prism reports each step to a logger. */
const silent = Object.assign(Object.create(null), {
  trace: ignore,
  debug: ignore,
  info: ignore,
  success: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
});

/** Every header of a response has an example in its schema. */
function describedHeaders(headers: readonly IHttpHeaderParam[]): Record<string, string> {
  return Object.fromEntries(
    headers.map(({ name, schema }) => {
      const { examples } = schema ?? {};
      const value = Array.isArray(examples) ? examples[0] : undefined;
      if (value === undefined) throw new Error(`expected an example of the header ${name}, found none`);
      return [name.toLowerCase(), String(value)];
    }),
  );
}
