import { expect, test } from 'vitest';
import type { ServerAddress } from '../store/connection/servers.ts';
import { createShardServers } from './shard-servers.ts';

const first = { host: 'one.example.test', port: 5432 };
const second = { host: 'two.example.test', port: 5432 };

/** A shard whose place a test sets; undefined while the cluster cannot say. */
function aShard(place: ServerAddress | undefined) {
  const shard = { place, asked: 0 };
  const servers = createShardServers(async () => {
    shard.asked += 1;
    if (shard.place === undefined) throw new Error('the coordinator does not answer');
    return shard.place;
  });
  return { shard, servers };
}

test('asks the cluster once for all connections, and again after a failure', async () => {
  const { shard, servers } = aShard(first);
  expect(await Promise.all([servers.find(), servers.find()])).toEqual([first, first]);
  expect(shard.asked).toBe(1);
  shard.place = second;
  expect(await servers.find()).toEqual(first);
  servers.forget();
  expect(await servers.find()).toEqual(second);
});

test('a shard that has moved is left behind, until its connections follow', async () => {
  const { shard, servers } = aShard(first);
  expect(await servers.isLeftBehind()).toBe(false);
  await servers.find();
  expect(await servers.isLeftBehind()).toBe(false);
  shard.place = second;
  expect(await servers.isLeftBehind()).toBe(true);
  servers.forget();
  await servers.find();
  expect(await servers.isLeftBehind()).toBe(false);
});

test('without the coordinator a shard is where it was', async () => {
  const { shard, servers } = aShard(first);
  await servers.find();
  shard.place = undefined;
  servers.forget();
  expect(await servers.find()).toEqual(first);
  expect(await servers.isLeftBehind()).toBe(false);
});

test('a shard that was never found is looked for again each time', async () => {
  const { shard, servers } = aShard(undefined);
  await expect(servers.find()).rejects.toThrow('does not answer');
  shard.place = first;
  expect(await servers.find()).toEqual(first);
});
