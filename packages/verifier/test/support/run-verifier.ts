import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';

/** Runs the CLI in this process; gives its exit code and all that it wrote. */
export async function runVerifier(...args: readonly string[]) {
  const written = { out: '', err: '' };
  const terminal = {
    out(text: string) {
      written.out += text;
    },
    err(text: string) {
      written.err += text;
    },
  };
  const code = await runCli(args, terminal);
  return { code, ...written };
}

/** What a person reads, without the breaks of its lines. */
export function unwrapped(text: string): string {
  return text.replaceAll(/\s*\n\s+/g, ' ');
}

/** A folder that goes away with the test. */
export async function freshFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'cascade-verify-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}
