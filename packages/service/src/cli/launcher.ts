/** Milliseconds between two looks at the parent. */
const pauseMs = 250;

/** The parts of this process that tell who started it. */
export interface Self {
  readonly ppid: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Notices that npm, which started the program in a shell, was told to stop: it ends its shell and not what
 * runs in there.
 *
 * To be created when the program starts.
 */
export function createLauncher(self: Self) {
  const { npm_lifecycle_event: event } = self.env;
  const first = self.ppid;
  return {
    /**
     * Resolves when that shell is gone; never if npm has not started the program. Any other parent may go:
     * that of a program in the background does.
     */
    gone(): Promise<void> {
      if (event === undefined) return new Promise(() => {});
      // A script may start the program in the background. Its shell has ended before the program is ready.
      const shell = event === 'npx' ? first : self.ppid;
      return new Promise((resolve) => {
        const timer = setInterval(() => {
          if (self.ppid === shell) return;
          clearInterval(timer);
          resolve();
        }, pauseMs).unref();
      });
    },
  };
}
