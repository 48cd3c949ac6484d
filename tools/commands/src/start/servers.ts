import { serveDocs } from '@cascade/docs';
import { startMock } from '@cascade/mock';
import type { PortChoice, Ports } from './ports.ts';

/** A server that is up. */
export interface Running {
  readonly url: string;
  close(): Promise<void>;
}

/** The servers of `npm start`. */
export interface Servers {
  readonly mock: Running;
  readonly docs: Running;
  close(): Promise<void>;
}

/** Starts the mock and the docs on loopback; when one cannot start, the other is stopped again. `log` gets the mock's lines. */
export async function startServers(ports: Ports, log: (line: string) => void): Promise<Servers> {
  const mock = await onPort(ports.mock, (port) => startMock({ port, log }));
  try {
    const docs = await onPort(ports.docs, (port) => serveDocs({ port }));
    return {
      mock,
      docs,
      close: async () => {
        await Promise.all([mock.close(), docs.close()]);
      },
    };
  } catch (error) {
    await mock.close();
    throw error;
  }
}

/** Takes a free port instead of a preferred one that is taken; never instead of a given one. */
async function onPort(
  { port, given }: PortChoice,
  listen: (port: number) => Promise<Running>,
): Promise<Running> {
  try {
    return await listen(port);
  } catch (error) {
    if (given || !isTaken(error)) throw error;
    return listen(0);
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
