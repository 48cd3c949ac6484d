/** How a command ended: it did what was asked, it could not, or it was asked wrongly. */
export const exitCode = { done: 0, failed: 1, wrongUsage: 2 } as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
