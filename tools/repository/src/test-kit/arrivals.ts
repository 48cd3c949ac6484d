/** Lets tests wait for what arrives, without polling. */
export interface Arrivals {
  /** Something arrived: every waiting condition is checked again. */
  notify(): void;
  /**
   * Resolves with the first value that `find` returns, checked now and after each arrival. Rejects if `find`
   * throws, or after `seconds`; by default only the time-out of the test ends the wait.
   */
  until<Found>(find: () => Found | undefined, seconds?: number): Promise<Found>;
}

export function createArrivals(): Arrivals {
  const waiting = new Set<() => void>();
  return {
    notify() {
      for (const check of waiting) check();
    },
    until<Found>(find: () => Found | undefined, seconds?: number) {
      const { promise, resolve, reject } = Promise.withResolvers<Found>();
      const check = () => {
        try {
          const found = find();
          if (found !== undefined) resolve(found);
        } catch (error) {
          reject(error);
        }
      };
      const giveUp = () => reject(new Error(`nothing that matches arrived within ${seconds} seconds`));
      const timer = seconds === undefined ? undefined : setTimeout(giveUp, seconds * 1_000);
      waiting.add(check);
      check();
      return promise.finally(() => {
        waiting.delete(check);
        clearTimeout(timer);
      });
    },
  };
}
