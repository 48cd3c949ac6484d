import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oursAmong, startWatchedRegistry, type WatchedRegistry } from './watched-registry.ts';

const upstream = createServer(({ url, headers: { host } }, response) => {
  const isTarball = url?.endsWith('.tgz') === true;
  response.writeHead(200, { 'content-type': isTarball ? 'application/octet-stream' : 'application/json' });
  response.end(
    isTarball ? 'bytes' : JSON.stringify({ tarball: `http://${host}/left-pad/-/left-pad-1.0.0.tgz` }),
  );
});
let registry: WatchedRegistry;

beforeAll(async () => {
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  registry = await startWatchedRegistry(`http://127.0.0.1:${Object(upstream.address()).port}/`);
});

afterAll(async () => {
  await registry.close();
  upstream.closeAllConnections();
  upstream.close();
});

test('hands out packages of others, tarballs through itself, too', async () => {
  const { tarball } = Object(await (await fetch(`${registry.url}/left-pad`)).json());
  expect(tarball).toBe(`${registry.url}/left-pad/-/left-pad-1.0.0.tgz`);
  expect(await (await fetch(tarball)).text()).toBe('bytes');
  expect(registry.take()).toEqual(['left-pad']);
});

test('has none of ours, and says which it was asked for', async () => {
  const asked = ['@cascade%2fclient', '@cascade/types/-/types-0.1.0.tgz', '@other%2fclient'];
  const answers = await Promise.all(asked.map((path) => fetch(`${registry.url}/${path}`)));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 200]);
  expect(oursAmong(registry.take()).toSorted()).toEqual(['@cascade/client', '@cascade/types']);
  expect(registry.take()).toEqual([]);
});
