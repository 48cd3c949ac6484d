import { expect, test } from 'vitest';
import { loadDescription } from '../src/description/read-description.ts';
import { send } from './support/send.ts';
import { startForTest } from './support/start.ts';

test('each response has the headers that the description gives it', async () => {
  const mock = await startForTest();
  const described = loadDescription().operations.flatMap(({ method, path, responses }) =>
    responses
      .filter(({ code }) => /^\d+$/.test(code))
      .map(({ code, headers = [] }) => ({
        method,
        path,
        code,
        headers: headers.map(({ name }) => name),
      })),
  );
  const missing: string[] = [];
  for (const { method, path, code, headers } of described) {
    const answer = await send(mock.url, {
      method: method.toUpperCase(),
      path,
      headers: { prefer: `code=${code}` },
    });
    expect(answer.status).toBe(Number(code));
    missing.push(
      ...headers.filter((name) => !answer.headers.has(name)).map((name) => `${path} ${code}: ${name}`),
    );
  }
  expect(described.some(({ headers }) => headers.length > 0)).toBe(true);
  expect(missing).toEqual([]);
});
