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

/** Reads the port options; returns a message if one is invalid. */
export function portsOf(values: Readonly<Record<string, string | boolean | undefined>>): Ports | string {
  const mock = choose('--mock-port', values['mock-port'], 4010);
  const docs = choose('--docs-port', values['docs-port'], 4011);
  if (typeof mock === 'string') return mock;
  if (typeof docs === 'string') return docs;
  const service = choose('--service-port', values['service-port'], 4012);
  return typeof service === 'string' ? service : { mock, docs, service };
}

function choose(option: string, value: string | boolean | undefined, preferred: number): PortChoice | string {
  if (value === undefined) return { port: preferred, given: false };
  const port = /^\d{1,5}$/.test(String(value)) ? Number(value) : Number.NaN;
  return port <= 65_535
    ? { port, given: true }
    : `${option} expects a port from 0 to 65535, found ${String(value)}`;
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
