import { serveDocs } from '@cascade/docs';
import { startMock } from '@cascade/mock';
import { startDemoService } from './demo-service.ts';
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
  readonly service: Running;
  close(): Promise<void>;
}

/** Starts all of them on loopback; when one cannot start, the others are stopped again. `log` gets the mock's lines. */
export async function startServers(ports: Ports, log: (line: string) => void): Promise<Servers> {
  const started: Running[] = [];
  const close = async () => {
    await Promise.all(started.map((server) => server.close()));
  };
  const start = async (choice: PortChoice, listen: (port: number) => Promise<Running>) => {
    const server = await onPort(choice, listen);
    started.push(server);
    return server;
  };
  try {
    const mock = await start(ports.mock, (port) => startMock({ port, log }));
    const service = await start(ports.service, startDemoService);
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
