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
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('group commit', () => {
  test('a lone item is committed at once; what comes meanwhile shares the next commit', async () => {
    const { commits, commit } = createStore();
    const group = createGroupCommit({ commit, keyOf, batchLimit: 10, queueLimit: 10 });
    const first = group.submit('a');
    const others = ['b', 'c', 'd'].map((item) => group.submit(item));
    expect(commits.map(({ items }) => items)).toEqual([['a']]);
    expect(group.waiting).toBe(3);
    commits[0]?.finish();
    expect(await first).toBe('a!');
    await tick();
    expect(commits[1]?.items).toEqual(['b', 'c', 'd']);
    commits[1]?.finish();
    expect(await Promise.all(others)).toEqual(['b!', 'c!', 'd!']);
    await group.drained();
    expect(group.waiting).toBe(0);
  });

  test('two items of one key never share a batch, and keep their order', async () => {
    const { commits, commit } = createStore();
    const group = createGroupCommit({ commit, keyOf, batchLimit: 10, queueLimit: 10 });
    const all = Promise.all(['x', 'a1', 'a2', 'b1', 'a3'].map((item) => group.submit(item)));
    for (let round = 0; round < 4; round += 1) {
      commits[round]?.finish();
      await tick();
    }
    await all;
    expect(commits.map(({ items }) => items)).toEqual([['x'], ['a1', 'b1'], ['a2'], ['a3']]);
  });

  test('a batch is no larger than its limit', async () => {
    const { commits, commit } = createStore();
    const group = createGroupCommit({ commit, keyOf, batchLimit: 2, queueLimit: 10 });
    void Promise.all(['x', 'a', 'b', 'c'].map((item) => group.submit(item)));
    commits[0]?.finish();
    await tick();
    expect(commits[1]?.items).toEqual(['a', 'b']);
  });

  test('a commit that fails fails its batch and no other', async () => {
    const { commits, commit } = createStore();
    const group = createGroupCommit({ commit, keyOf, batchLimit: 10, queueLimit: 10 });
    const first = group.submit('a');
    const second = group.submit('b');
    commits[0]?.fail(new Error('no store'));
    await expect(first).rejects.toThrow('no store');
    await tick();
    commits[1]?.finish();
    expect(await second).toBe('b!');
  });

  test('one more than may wait is refused at once', async () => {
    const { commits, commit } = createStore();
    const group = createGroupCommit({ commit, keyOf, batchLimit: 10, queueLimit: 1 });
    const first = group.submit('a');
    const second = group.submit('b');
    await expect(group.submit('c')).rejects.toThrow(QueueFullError);
    commits[0]?.finish();
    await first;
    await tick();
    commits[1]?.finish();
    expect(await second).toBe('b!');
  });
});
