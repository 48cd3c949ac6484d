import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { send } from './support/send.ts';
import { startForTest } from './support/start.ts';

interface Sample {
  readonly name: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly answer?: Readonly<Record<string, unknown>>;
}

const file = fileURLToPath(import.meta.resolve('@cascade/spec/samples/requests.json'));
const { cases }: { readonly cases: readonly Sample[] } = JSON.parse(
  readFileSync(file, 'utf8').replaceAll(
    '<uuid of the CHATTWO stage>',
    '2ede9313-0539-463a-9ec3-898506f4937a',
  ),
);

test.each(cases)('$name: $status', async ({ request, status, answer }) => {
  const mock = await startForTest();
  const received = await send(mock.url, { body: request });
  expect(received.body).toStrictEqual(answer ?? { requestId: request.requestId });
  expect(received.status).toBe(status);
});
