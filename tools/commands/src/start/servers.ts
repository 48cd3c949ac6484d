import { serveDocs } from '@cascade/docs';
import { startMock } from '@cascade/mock';
import { startTemporaryService } from '@cascade/service/temporary';
import type { PortChoice, Ports } from './ports.ts';
import type { RunningServer } from './running-server.ts';

/** The servers of `npm start`. */
export interface Servers {
  readonly mock: RunningServer;
  readonly docs: RunningServer;
  readonly service: RunningServer;
  close(): Promise<void>;
}

/** Starts all of them on loopback; if one cannot start, stops the others. `log` gets the mock's lines. */
export async function startServers(ports: Ports, log: (line: string) => void): Promise<Servers> {
  const started: RunningServer[] = [];
  const close = async () => {
    await Promise.all(started.map((server) => server.close()));
  };
  const start = async (choice: PortChoice, listen: (port: number) => Promise<RunningServer>) => {
    const server = await onPort(choice, listen);
    started.push(server);
    return server;
  };
  try {
    const mock = await start(ports.mock, (port) => startMock({ port, log }));
    const service = await start(ports.service, (port) => startTemporaryService({ port }));
    const targets = [
      { name: 'service', url: service.url },
      { name: 'mock', url: mock.url },
    ];
    const docs = await start(ports.docs, (port) => serveDocs({ port, targets }));
    return { mock, docs, service, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Falls back to a free port if the preferred port is taken; a port that the user gave is used or fails. */
async function onPort(
  { port, given }: PortChoice,
  listen: (port: number) => Promise<RunningServer>,
): Promise<RunningServer> {
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
