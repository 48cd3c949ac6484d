/** Wakes a waiter. If no one waits when it is raised, the next `wait` returns at once. */
export interface Signal {
  raise(): void;
  /** Resolves to true when the signal is raised, to false after that many milliseconds. */
  wait(milliseconds: number): Promise<boolean>;
}

/** For one waiter at a time. */
export function createSignal(): Signal {
  let raised = false;
  let wake: (() => void) | undefined;
  return {
    raise() {
      raised = true;
      wake?.();
    },
    async wait(milliseconds) {
      if (!raised) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      const wasRaised = raised;
      raised = false;
      return wasRaised;
    },
  };
}
