import { join } from 'node:path';
import { freePort } from '@cascade/test-kit';
import type { Subject } from './subject.ts';

/** The service of a folder where it is installed, in development, on the embedded PostgreSQL of a data folder. */
export async function service(folder: string, dataFolder: string): Promise<Subject> {
  const [port, operationsPort] = [String(await freePort()), String(await freePort())];
  const home = join(folder, 'node_modules/@cascade/service');
  const ports = ['--port', port, '--operations-port', operationsPort];
  const accounts = ['--accounts', join(home, 'demo/accounts.yaml')];
  return {
    args: [join(home, 'dist/cli.js'), 'start', '--development', '--data', dataFolder, ...accounts, ...ports],
    url: `http://127.0.0.1:${operationsPort}/readyz`,
    status: 200,
  };
}

/** The mock of a folder where it is installed. */
export async function mock(folder: string): Promise<Subject> {
  const port = await freePort();
  const program = join(folder, 'node_modules/@cascade/mock/dist/cli.js');
  return { args: [program, '--port', String(port)], url: `http://127.0.0.1:${port}/` };
}
