import { describe, expect, test } from 'vitest';
import { createGroupCommit, QueueFullError } from './group-commit.ts';

/** A store whose commits end when the test says so. */
function createStore() {
  const commits: { items: readonly string[]; finish(): void; fail(reason: Error): void }[] = [];
  const commit = (items: readonly string[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      commits.push({ items, finish: () => resolve(items.map((item) => `${item}!`)), fail: reject });
    });
  return { commits, commit };
}

const keyOf = (item: string) => item[0] ?? '';
/** In one turn of the event loop a commit ends; in the next one the following commit starts. */
async function tick(): Promise<void> {
  for (const _ of ['ended', 'started']) await new Promise((resolve) => setImmediate(resolve));
}

/** A group whose first commit, of the item x only, is under way. */
async function busy(limits: { readonly batchLimit?: number; readonly queueLimit?: number } = {}) {
  const { commits, commit } = createStore();
  const group = createGroupCommit({ commit, keyOf, batchLimit: 10, queueLimit: 10, ...limits });
  const first = group.submit('x');
  await tick();
  expect(commits.map(({ items }) => items)).toEqual([['x']]);
  return { commits, group, first };
}

describe('group commit', () => {
  test('items submitted in one turn of the event loop are one batch', async () => {
    const { commits, commit } = createStore();
    const group = createGroupCommit({ commit, keyOf, batchLimit: 10, queueLimit: 10 });
    const all = ['a', 'b', 'c'].map((item) => group.submit(item));
    await tick();
    expect(commits.map(({ items }) => items)).toEqual([['a', 'b', 'c']]);
    commits[0]?.finish();
    expect(await Promise.all(all)).toEqual(['a!', 'b!', 'c!']);
  });

  test('items submitted during a commit share the next one', async () => {
    const { commits, group, first } = await busy();
    const others = ['b', 'c', 'd'].map((item) => group.submit(item));
    await tick();
    expect(commits).toHaveLength(1);
    expect(group.waiting).toBe(3);
    commits[0]?.finish();
    expect(await first).toBe('x!');
    await tick();
    expect(commits[1]?.items).toEqual(['b', 'c', 'd']);
    commits[1]?.finish();
    expect(await Promise.all(others)).toEqual(['b!', 'c!', 'd!']);
    await group.drained();
    expect(group.waiting).toBe(0);
  });

  test('items of one key never share a batch, and keep their order', async () => {
    const { commits, group } = await busy();
    const all = Promise.all(['a1', 'a2', 'b1', 'a3'].map((item) => group.submit(item)));
    for (let round = 0; round < 4; round += 1) {
      commits[round]?.finish();
      await tick();
    }
    await all;
    expect(commits.map(({ items }) => items)).toEqual([['x'], ['a1', 'b1'], ['a2'], ['a3']]);
  });

  test('a batch keeps to its limit', async () => {
    const { commits, group } = await busy({ batchLimit: 2 });
    void Promise.all(['a', 'b', 'c'].map((item) => group.submit(item)));
    commits[0]?.finish();
    await tick();
    expect(commits[1]?.items).toEqual(['a', 'b']);
  });

  test('a failed commit rejects its batch and no other', async () => {
    const { commits, group, first } = await busy();
    const second = group.submit('b');
    commits[0]?.fail(new Error('no store'));
    await expect(first).rejects.toThrow('no store');
    await tick();
    commits[1]?.finish();
    expect(await second).toBe('b!');
  });

  test('an item beyond the queue limit is rejected at once', async () => {
    const { commits, group, first } = await busy({ queueLimit: 1 });
    const second = group.submit('b');
    await expect(group.submit('c')).rejects.toThrow(QueueFullError);
    commits[0]?.finish();
    await first;
    await tick();
    commits[1]?.finish();
    expect(await second).toBe('b!');
  });
});
