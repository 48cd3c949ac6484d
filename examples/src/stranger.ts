import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { mustRun } from './run.ts';

/** Puts an example into the folder, with its dependencies, those of ours from the tarballs. */
export async function install(name: string, folder: string, tarballs: readonly string[]): Promise<void> {
  const source = fileURLToPath(new URL(`../${name}`, import.meta.url));
  const target = join(folder, name);
  await cp(source, target, { recursive: true, filter: (path) => !path.includes('node_modules') });
  await mustRun('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs], target);
}

/** A program that goes on until it is ended. */
export interface Running {
  /** Its lines so far; what it writes to stderr goes to ours. */
  readonly lines: readonly string[];
  end(): Promise<void>;
}

export function start(file: string, cwd: string, environment: NodeJS.ProcessEnv): Running {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [file], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  const exited = once(child, 'exit');
  return {
    lines,
    async end() {
      child.kill();
      await exited;
    },
  };
}
