import { expect, test } from 'vitest';
import { completeSettings } from '../accounts/account-settings.ts';
import { listCascades } from '../api/list-cascades.ts';
import { startServer } from '../testing/start-server.ts';

const operations = { '/api/cascade/get-all': listCascades };
const lenient = { settings: completeSettings({ lenient: { listRequests: true } }) };

async function statusOf(url: string, path: string, method = 'POST'): Promise<number> {
  const headers = { 'x-api-key': 'demo-key', 'content-type': 'application/json' };
  const answer = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(method === 'POST' ? { body: '[]' } : {}),
  });
  return answer.status;
}

test('a list with a slash at the end and an empty array is one for accounts that let it in', async () => {
  const { url } = await startServer(listCascades, { operations }, lenient);
  expect(await statusOf(url, '/api/cascade/get-all/')).toBe(200);
  expect(await statusOf(url, '/api/cascade/get-all')).toBe(200);
  expect(await statusOf(url, '/api/cascade/get-all//')).toBe(404);
});

test('for every other account it is another URL (§7.1, not-found), with any method and key', async () => {
  const { url } = await startServer(listCascades, { operations });
  expect(await statusOf(url, '/api/cascade/get-all/')).toBe(404);
  expect(await statusOf(url, '/api/cascade/get-all/', 'GET')).toBe(404);
  expect(await statusOf(url, '/api/cascade/get-all')).toBe(400);
});
