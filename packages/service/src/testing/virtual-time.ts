/** A clock in milliseconds that passes only when told to, with what is due at each moment. */
export interface VirtualTime {
  readonly now: number;
  /** Runs an action at that time, or in the next millisecond if it is over. */
  at(time: number, action: () => void): void;
  /** Lets the time pass; `each` is called once per millisecond, after what is due. */
  pass(milliseconds: number, each: (now: number) => void): Promise<void>;
}

export function createVirtualTime(): VirtualTime {
  const actions = new Map<number, (() => void)[]>();
  let now = 0;
  return {
    get now() {
      return now;
    },
    at(time, action) {
      const due = Math.max(now + 1, Math.ceil(time));
      const others = actions.get(due);
      if (others === undefined) actions.set(due, [action]);
      else others.push(action);
    },
    async pass(milliseconds, each) {
      for (const end = now + milliseconds; now < end; ) {
        now += 1;
        const due = actions.get(now);
        actions.delete(now);
        for (const action of due ?? []) action();
        // What waits for a promise goes on in the same millisecond.
        for (let turn = 0; due !== undefined && turn < 8; turn += 1) await undefined;
        each(now);
      }
    },
  };
}
