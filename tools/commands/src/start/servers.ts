import { serveDocs } from '@cascade/docs';
import { startMock } from '@cascade/mock';
import { demoAccounts, startTestService } from '@cascade/service/testing';

/** A port that the user gave, or the default port. */
interface PortChoice {
  readonly port: number;
  /** Whether the user gave it: then no other port will do. */
  readonly given: boolean;
}

/** The ports of the mock, the docs and the service. */
export interface Ports {
  readonly mock: PortChoice;
  readonly docs: PortChoice;
  readonly service: PortChoice;
}

/** The ports that were given, and the usual ones for the others. */
export function portsOf(given: { readonly [Name in keyof Ports]: number | undefined }): Ports {
  const choose = (port: number | undefined, usual: number) => ({
    port: port ?? usual,
    given: port !== undefined,
  });
  return {
    mock: choose(given.mock, 4010),
    docs: choose(given.docs, 4011),
    service: choose(given.service, 4012),
  };
}

/** A server that listens. */
interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

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
    const service = await start(ports.service, (port) =>
      startTestService({ accounts: demoAccounts, config: { port } }),
    );
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
