import { join } from 'node:path';
import { freePort } from '@cascade/test-kit';
import { install } from './closure.ts';
import type { Subject } from './subject.ts';

/** Node that does nothing. */
export function bareNode(): Subject {
  return { args: ['-e', 'setInterval(() => {}, 1e6)'] };
}

/** Node's own HTTP server with one answer. */
export async function bareServer(): Promise<Subject> {
  const port = await freePort();
  const script = `require('node:http').createServer((_, answer) => answer.end('{}')).listen(${port}, '127.0.0.1')`;
  return { args: ['-e', script], url: `http://127.0.0.1:${port}/` };
}

/** Fastify as it is, from the folder where the service is installed. */
export async function bareFastify(folder: string): Promise<Subject> {
  const port = await freePort();
  const module = JSON.stringify(join(folder, 'node_modules/fastify'));
  const script = `const server = require(${module})(); server.get('/', () => ({})); server.listen({ port: ${port} })`;
  return { args: ['-e', script], url: `http://127.0.0.1:${port}/` };
}

/** Prism's own command with the same description, installed into a folder; the reason if it cannot be. */
export async function installPrism(folder: string, version: string): Promise<'installed' | string> {
  try {
    await install(folder, { '@stoplight/prism-cli': version });
    return 'installed';
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n').find((line) => line !== '') ?? '') : '';
  }
}

/** Prism's command with the description that the installed mock reads. */
export async function prism(folder: string, mockFolder: string): Promise<Subject> {
  const port = await freePort();
  const program = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const description = join(mockFolder, 'node_modules/@cascade/spec/generated/openapi.json');
  const args = [program, 'mock', '--port', String(port), '--host', '127.0.0.1', description];
  return { args, url: `http://127.0.0.1:${port}/` };
}
