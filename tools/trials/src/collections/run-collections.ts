import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startMock } from '@cascade/mock';
import { collections, type NpmCheck } from './collections.ts';

/** `npm run collections`: runs the Postman collection by Newman and the Bruno collection by Bruno, against the mock. */
const minutesForOne = 10;

const mock = await startMock({ port: 0, log: () => {} });
const codes: (number | null)[] = [];
for (const one of collections) codes.push(await npx(one));
await mock.close();
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

async function npx({ from, args, folder = '.' }: NpmCheck): Promise<number | null> {
  const child = spawn('npx', ['-y', from, ...args(mock.url)], {
    cwd: folder,
    stdio: 'inherit',
    timeout: minutesForOne * 60_000,
  });
  const [code] = await once(child, 'close');
  return code;
}
