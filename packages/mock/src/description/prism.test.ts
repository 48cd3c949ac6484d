import { createInstance, getHttpOperationsFromSpec, type IHttpConfig } from '@stoplight/prism-http';
import type { IHttpOperation } from '@stoplight/types';
import { expect, test } from 'vitest';
import { createNegotiator } from './prism.ts';
import { loadDescription } from './read-description.ts';
import { readDocument } from './read-document.ts';

const whole: IHttpConfig = {
  mock: { dynamic: false },
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  isProxy: false,
};
const ignore = () => {};
const logger = Object.assign(Object.create(null), {
  trace: ignore,
  debug: ignore,
  info: ignore,
  success: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
  child: () => logger,
});

/** What Prism as a whole answers. */
async function answerOfPrism(operation: IHttpOperation, code: number, exampleKey?: string) {
  const mediaTypes = ['application/problem+json', 'application/json'];
  const mock = { dynamic: false, mediaTypes, code, ...(exampleKey === undefined ? {} : { exampleKey }) };
  const prism = createInstance({ ...whole, mock }, { logger });
  const request = { method: 'post', url: { path: operation.path } } as const;
  const result = await prism.request(request, [{ ...operation, method: 'post' }], { ...whole, mock })();
  if (result._tag === 'Left') throw result.left;
  const { statusCode, headers = {}, body } = result.right.output;
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { status: statusCode, headers: Object.fromEntries(lowerCase), body };
}

test('finds the same response as Prism as a whole, for each example of each answer', async () => {
  const negotiate = createNegotiator();
  const operations = await getHttpOperationsFromSpec(readDocument());
  const { operations: ours } = loadDescription();
  expect(ours.map(({ iid, path, method }) => [iid, path, method])).toEqual(
    operations.map(({ iid, path, method }) => [iid, path, method]),
  );
  let compared = 0;
  for (const [index, operation] of operations.entries()) {
    for (const { code, contents = [] } of operation.responses) {
      if (code === 'default') continue;
      const keys = contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key));
      for (const key of [undefined, ...keys]) {
        const mine = ours[index];
        if (mine === undefined) throw new Error(`expected ${operation.iid}`);
        const what = `${operation.iid} ${code} ${key}`;
        expect(negotiate(mine, Number(code), key), what).toEqual(
          await answerOfPrism(operation, Number(code), key),
        );
        compared += 1;
      }
    }
  }
  expect(compared).toBeGreaterThan(60);
});

test('refuses a response without an example, which Prism would make up', () => {
  const contents = [{ id: '', mediaType: 'application/json', schema: { type: 'object' as const } }];
  const operation = {
    id: '',
    iid: 'some',
    method: 'post',
    path: '/',
    responses: [{ id: '', code: '200', contents }],
  };
  expect(() => createNegotiator()(operation, 200)).toThrow('expected an example of the response 200 of some');
});
