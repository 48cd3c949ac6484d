import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createGroupCommit, heldUp, QueueFullError } from './group-commit.ts';

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
  test('of more items than fit, those of each lane take turns', async () => {
    const { commits, commit } = createStore();
    const laneOf = (item: string) => item.slice(0, 1);
    const group = createGroupCommit({ commit, keyOf: String, laneOf, batchLimit: 8, queueLimit: 20 });
    const items = ['a1', 'a2', 'b1', 'b2', 'c1', 'd1', 'd2', 'e1', 'f1', 'f2'];
    const all = items.map((item) => group.submit(item));
    await tick();
    commits[0]?.finish();
    await tick();
    commits[1]?.finish();
    expect(commits.map((one) => one.items)).toEqual([
      ['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'a2', 'b2'],
      ['d2', 'f2'],
    ]);
    await Promise.all(all);
  });

  test('a lane with more than a quarter of a batch is committed apart, a quarter at a time: others do not wait', async () => {
    const { commits, commit } = createStore();
    const laneOf = (item: string) => item.slice(0, 1);
    const group = createGroupCommit({ commit, keyOf: String, laneOf, batchLimit: 8, queueLimit: 20 });
    const many = ['a1', 'a2', 'a3'].map((item) => group.submit(item));
    const other = group.submit('b1');
    await tick();
    expect(commits.map(({ items }) => items)).toEqual([['a1', 'a2'], ['b1']]);
    commits[1]?.finish();
    expect(await other).toBe('b1!');
    commits[0]?.finish();
    await tick();
    expect(commits[2]?.items).toEqual(['a3']);
    commits[2]?.finish();
    expect(await Promise.all(many)).toEqual(['a1!', 'a2!', 'a3!']);
    await group.drained();
  });

  test('a lane that is alone for ten seconds has whole batches', async () => {
    const { commits, commit } = createStore();
    const laneOf = (item: string) => item.slice(0, 1);
    const clock = { now: 0 };
    const limits = { batchLimit: 8, queueLimit: 20, now: () => clock.now };
    const group = createGroupCommit({ commit, keyOf: String, laneOf, ...limits });
    const all = [group.submit('b1')];
    await tick();
    clock.now = 10_001;
    for (const item of ['a1', 'a2', 'a3', 'a4']) all.push(group.submit(item));
    commits[0]?.finish();
    await tick();
    commits[1]?.finish();
    await Promise.all(all);
    expect(commits.map(({ items }) => items)).toEqual([['b1'], ['a1', 'a2', 'a3', 'a4']]);
  });

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

describe('lanes', () => {
  const laneOf = (item: string) => item.slice(0, 1);

  /** A store in which one letter is held up; its lane waits until the test frees it. */
  function heldUpStore(letter: string) {
    const batches: { items: readonly string[]; isLane: boolean }[] = [];
    const free = Promise.withResolvers<void>();
    const commit = async (items: readonly string[], isLane: boolean) => {
      batches.push({ items, isLane });
      if (isLane) await free.promise;
      return items.map((item) => (!isLane && laneOf(item) === letter ? heldUp : `${item}!`));
    };
    return { batches, commit, free: free.resolve };
  }

  test('an item that is held up is committed apart, and the others do not wait for it', async () => {
    const { batches, commit, free } = heldUpStore('a');
    const group = createGroupCommit({
      commit,
      keyOf: (item) => item,
      laneOf,
      batchLimit: 10,
      queueLimit: 10,
    });
    const slow = ['a1', 'a2'].map((item) => group.submit(item));
    expect(await group.submit('b1')).toBe('b1!');
    const behind = group.submit('a3');
    expect(await group.submit('b2')).toBe('b2!');
    free();
    expect(await Promise.all([...slow, behind])).toEqual(['a1!', 'a2!', 'a3!']);
    await group.drained();
    expect(batches).toEqual([
      { items: ['a1', 'a2', 'b1'], isLane: false },
      { items: ['a1', 'a2', 'a3'], isLane: true },
      { items: ['b2'], isLane: false },
    ]);
    expect(group.waiting).toBe(0);
  });

  test('no more lanes than the limit are under way at once', async () => {
    let underWay = 0;
    let most = 0;
    const commit = async (items: readonly string[], isLane: boolean) => {
      if (!isLane) return items.map((): string | typeof heldUp => heldUp);
      underWay += 1;
      most = Math.max(most, underWay);
      await tick();
      underWay -= 1;
      return items.map((item) => `${item}!`);
    };
    const keyOf = (item: string) => item;
    const group = createGroupCommit({
      commit,
      keyOf,
      laneOf: keyOf,
      laneLimit: 2,
      batchLimit: 10,
      queueLimit: 10,
    });
    const items = ['a', 'b', 'c', 'd', 'e'];
    expect(await Promise.all(items.map((item) => group.submit(item)))).toEqual(
      items.map((item) => `${item}!`),
    );
    expect(most).toBe(2);
  });
});

describe('an item that waits for others, as long as that is useful', () => {
  /**
   * A group with time that the test passes; resolves to the sizes of its batches, and how many of them waited
   * for all of it.
   */
  function useGathering() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const sizes: number[] = [];
    let waited = 0;
    const group = createGroupCommit({
      async commit(items: readonly string[]) {
        sizes.push(items.length);
        return items;
      },
      keyOf: String,
      gather: { milliseconds: 10, enough: 4, isAsUseful: true },
      batchLimit: 10,
      queueLimit: 10,
    });
    /** Items that come one by one, while the first waits. */
    async function offer(items: readonly string[]): Promise<void> {
      const all = [];
      for (const item of items) {
        all.push(group.submit(item));
        await tick();
      }
      if (vi.getTimerCount() > 0) {
        waited += 1;
        vi.advanceTimersByTime(10);
      }
      await Promise.all(all);
    }
    return { sizes, offer, waited: () => waited };
  }

  test('callers that come one after another wait once in 128 times', async () => {
    const { offer, waited } = useGathering();
    for (let n = 0; n < 129; n += 1) await offer(['a']);
    expect(waited()).toBe(1);
    await offer(['a']);
    expect(waited()).toBe(2);
  });

  test('if three come, later ones wait for as many', async () => {
    const { sizes, offer, waited } = useGathering();
    await offer(['a', 'b', 'c']);
    expect({ sizes, waited: waited() }).toEqual({ sizes: [3], waited: 1 });
    // Half of what it learned, and what it knew before.
    for (let n = 0; n < 16; n += 1) await offer(['a', 'b']);
    expect({ sizes: sizes.slice(1), waited: waited() }).toEqual({ sizes: Array(16).fill(2), waited: 1 });
    await offer(['a', 'b', 'c']);
    await offer(['a', 'b', 'c']);
    expect({ sizes: sizes.slice(17), waited: waited() }).toEqual({ sizes: [3, 3], waited: 2 });
  });

  test('enough of them do not wait', async () => {
    const { sizes, offer, waited } = useGathering();
    await offer(['a', 'b', 'c', 'd']);
    expect({ sizes, waited: waited() }).toEqual({ sizes: [4], waited: 0 });
  });
});

test('after the deadline an item is rejected, whether it waits or its commit is under way', async () => {
  const { commits, commit } = createStore();
  const group = createGroupCommit({ commit, keyOf, batchLimit: 1, queueLimit: 10, deadlineMs: 40 });
  const all = ['a', 'b'].map((item) => group.submit(item));
  for (const one of all) await expect(one).rejects.toThrow('did not commit within 0.04 seconds');
  commits[0]?.finish();
  await group.drained();
  // The second was never sent.
  expect(commits).toHaveLength(1);
});
