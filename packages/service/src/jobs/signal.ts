/** Wakes whoever waits. One raised while nobody waits is kept for the next who does. */
export interface Signal {
  raise(): void;
  /** Comes back when the signal is raised, or after so many milliseconds; says whether it was raised. */
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
      const was = raised;
      raised = false;
      return was;
    },
  };
}
