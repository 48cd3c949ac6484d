/** The exit codes: success, failure, invalid command line. */
export const exitCode = { done: 0, failed: 1, wrongUsage: 2 } as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
