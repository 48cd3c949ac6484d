import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A running program; `end` stops it and all its children. */
export interface Running {
  /** Its output so far. */
  output(): string;
  hasEnded(): boolean;
  end(): Promise<void>;
}

/** Runs a shell command to its end and returns its standard output. @throws {Error} if it fails. */
export async function runToEnd(command: string, cwd: string): Promise<string> {
  const child = start(command, cwd);
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  let faults = '';
  child.stderr?.on('data', (chunk) => {
    faults += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`ended with ${code}: ${command}\n${text}${faults}`);
  return text;
}

/** Starts a program that keeps running. */
export function keepRunning(command: string, cwd: string): Running {
  const child = start(command, cwd);
  let text = '';
  const append = (chunk: unknown) => {
    text += String(chunk);
  };
  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  const closed = once(child, 'close');
  return {
    output: () => text,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async end() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await closed;
    },
  };
}

/** In its own process group, so that one signal ends the shell and its children. */
function start(command: string, cwd: string): ChildProcess {
  return spawn('bash', ['-c', command], { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
}
