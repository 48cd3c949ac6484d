/** A port that the user gave, or the default port. */
export interface PortChoice {
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
