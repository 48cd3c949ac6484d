import { serveDocs } from '@cascade/docs';
import { startMock } from '@cascade/mock';
import { demoAccounts, startTestService } from '@cascade/service/testing';

/** Where the servers listen if the user names no port, and the port is free. */
const usualPorts = { mock: 4010, docs: 4011, service: 4012 };

/** The ports that the user gave; another will not do. */
export type GivenPorts = { readonly [Name in keyof typeof usualPorts]?: number | undefined };

/** A server that listens. */
interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** The servers of `npm start`. */
export interface StartedServers {
  readonly mock: RunningServer;
  readonly docs: RunningServer;
  readonly service: RunningServer;
  close(): Promise<void>;
}

/**
 * Starts all of them on loopback, on a free port where the usual one is taken; if one cannot start, stops the
 * others. `log` gets the mock's lines.
 */
export async function startServers(
  given: GivenPorts,
  log: (line: string) => void,
  usual: typeof usualPorts = usualPorts,
): Promise<StartedServers> {
  const started: RunningServer[] = [];
  const close = async () => {
    await Promise.all(started.map((server) => server.close()));
  };
  const start = async (name: keyof GivenPorts, listen: (port: number) => Promise<RunningServer>) => {
    const server = await listen(given[name] ?? usual[name]).catch((error: unknown) => {
      if (given[name] === undefined && isTaken(error)) return listen(0);
      throw error;
    });
    started.push(server);
    return server;
  };
  try {
    const mock = await start('mock', (port) => startMock({ port, log, control: true }));
    const service = await start('service', (port) =>
      startTestService({ accounts: demoAccounts, config: { port } }),
    );
    const targets = [
      { name: 'service', url: service.url },
      { name: 'mock', url: mock.url },
    ];
    const docs = await start('docs', (port) => serveDocs({ port, targets }));
    return { mock, docs, service, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
