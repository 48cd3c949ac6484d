import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Load } from '../report.ts';

const program = fileURLToPath(new URL('../http-load.ts', import.meta.url));

export interface HttpTurn {
  readonly url: string;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
}

/**
 * Scheduling requests by another process, each connection waiting for its answer.
 * @throws {Error} if an answer is not 200.
 */
export async function loadByHttp({ url, key, connections, seconds }: HttpTurn): Promise<Load> {
  const generator = fork(program, [url, String(connections), String(seconds), key]);
  const failed = once(generator, 'exit').then(([code]) => {
    throw new Error(`the load ended with ${code}`);
  });
  failed.catch(() => {}); // it ends after its message, too
  const [load] = (await Promise.race([once(generator, 'message'), failed])) as [Load];
  return load;
}
