import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { serverUser } from '../crash/cluster.ts';

/** A program that runs beside the benchmark, as the user of the servers, with its output in a file. */
export interface Daemon {
  start(): void;
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** `kill -9`. Resolves once it has exited. */
  end(): Promise<void>;
}

export function daemon(program: string, args: readonly string[], log: string): Daemon {
  let child: ChildProcess | undefined;
  const isRunning = (one: ChildProcess) => one.exitCode === null && one.signalCode === null;
  return {
    start() {
      const output = openSync(log, 'a');
      child = spawn(program, args, { ...serverUser, cwd: '/', stdio: ['ignore', output, output] });
      closeSync(output);
    },
    signal: (signal) => void child?.kill(signal),
    async end() {
      if (child === undefined || !isRunning(child)) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
