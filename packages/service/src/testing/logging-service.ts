import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const program = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** A service in a process of its own, of which every word is kept. */
export interface LoggingService {
  readonly url: string;
  readonly operationsUrl: string;
  /** Everything that it has said on either stream. */
  readonly said: string;
  /** As an operator does it. */
  stop(): Promise<void>;
}

/** Starts the service as an operator does, with all it can log, for one test. */
export async function startLoggingService(databaseUrl: string, accounts: string): Promise<LoggingService> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-log-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'accounts.yaml');
  await writeFile(file, accounts);
  const options = ['--port', '0', '--operations-port', '0', '--log-level', 'trace', '--development'];
  const child = spawn(process.execPath, [program, 'start', '--accounts', file, ...options], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  const up = Promise.withResolvers<RegExpExecArray>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = /answers at (\S+); health and metrics at (\S+)\. /.exec(said);
      if (found !== null) up.resolve(found);
    });
  const ended = closed.then(() => Promise.reject(new Error(`it ended: ${said}`)));
  ended.catch(() => {});
  const [, url = '', operationsUrl = ''] = await Promise.race([up.promise, ended]);
  return {
    url,
    operationsUrl,
    get said() {
      return said;
    },
    async stop() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}
