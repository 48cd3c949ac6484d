import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs the command of `--restart`. @throws {Error} if the command does not end with 0. */
export async function runInShell(command: string): Promise<void> {
  const child = spawn(command, { shell: true, stdio: 'ignore' });
  const [code]: (number | null)[] = await once(child, 'exit');
  if (code !== 0) throw new Error(`--restart: '${command}' ended with ${code ?? 'a signal'}`);
}
