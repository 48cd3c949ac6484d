import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startMock } from '@cascade/mock';

/**
 * `npm run collections`: runs the Postman collection by Newman and the Bruno collection by Bruno's command, against the
 * mock. Both are fetched from the registry at these versions: with their dependencies they have 350 MB, too much for a
 * dependency of every clone.
 */
const versions = { newman: '6.2.2', bruno: '4.1.0' } as const;
const minutesForOne = 10;

const mock = await startMock({ port: 0, log: () => {} });
const codes = [await runNewman(mock.url), await runBruno(mock.url)];
await mock.close();
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

function runNewman(url: string): Promise<number | null> {
  const file = fileURLToPath(
    import.meta.resolve('@cascade/spec/collections/generated/cascade.postman_collection.json'),
  );
  return npx(['-y', `newman@${versions.newman}`, 'run', file, '--env-var', `baseUrl=${url}`]);
}

function runBruno(url: string): Promise<number | null> {
  const manifest = import.meta.resolve('@cascade/spec/collections/generated/bruno/bruno.json');
  const folder = fileURLToPath(new URL('.', manifest));
  const args = ['-y', `@usebruno/cli@${versions.bruno}`, 'run', '-r', '--env-var', `baseUrl=${url}`];
  return npx(args, folder);
}

async function npx(args: readonly string[], cwd = process.cwd()): Promise<number | null> {
  const child = spawn('npx', args, { cwd, stdio: 'inherit', timeout: minutesForOne * 60_000 });
  const [code] = await once(child, 'close');
  return code;
}
