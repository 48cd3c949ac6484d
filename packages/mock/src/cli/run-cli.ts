import { parseArgs } from 'node:util';
import { demoSecret, parseSecret } from '../callback/signing-secret.ts';
import { defined } from '../defined.ts';

/** The process as the CLI uses it. */
interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Resolves on the signal to stop. */
  stopped(): Promise<unknown>;
}

/** Runs the CLI and returns its exit code: 0 stopped, 1 could not start, 2 invalid command line. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args[0] === 'replay') {
    const { runReplay } = await import('../replay/run-replay.ts');
    return runReplay(args.slice(1), { ...terminal, key: process.env.CASCADE_API_KEY });
  }
  const parsed = tryParse(args);
  if (parsed instanceof Error) {
    terminal.err(`${parsed.message}\nTry cascade-mock --help.\n`);
    return 2;
  }
  if (!parsed.help) return serve(parsed, terminal);
  terminal.out(usage);
  return 0;
}

function tryParse(args: readonly string[]): CliArguments | Error {
  try {
    return parseArguments(args);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function serve({ quiet, help: _, ...options }: CliArguments, terminal: Terminal): Promise<number> {
  // Imported here so that --help does not wait for Prism, which takes most of a second to load.
  const { startMock } = await import('../start-mock.ts');
  try {
    const mock = await startMock({ ...options, ...defined({ log: quiet ? undefined : terminal.out }) });
    const hint = options.provider === undefined ? ', with the key demo-key' : '';
    terminal.out(`cascade-mock listens on ${mock.url}${hint}. Ctrl-C stops it.\n`);
    await terminal.stopped();
    await mock.close();
    return 0;
  } catch (error) {
    terminal.err(`${explainStartFailure(error, options)}\n`);
    return 1;
  }
}

/** The parsed command line. */
interface CliArguments {
  readonly help: boolean;
  readonly quiet: boolean;
  readonly cors: boolean;
  readonly port: number;
  readonly host: string;
  readonly provider?: string;
  readonly callbackSecret?: string;
}

const largestPort = 65_535;

/**
 * Parses the command line.
 * @throws {Error} with a message for the user if it is invalid.
 */
function parseArguments(args: readonly string[]): CliArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      quiet: { type: 'boolean', default: false },
      cors: { type: 'boolean', default: false },
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      provider: { type: 'string' },
      'callback-secret': { type: 'string' },
    },
  });
  const { provider, 'callback-secret': callbackSecret, port, ...rest } = values;
  if (callbackSecret !== undefined) parseSecret(callbackSecret);
  return { ...rest, port: parsePort(port), ...defined({ provider, callbackSecret }) };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^[0-9]+$/.test(text) && port <= largestPort) return port;
  throw new Error(`--port must be a number from 0 to ${largestPort}, not '${text}'.`);
}

/** Explains why the mock did not start, and how to fix it. */
function explainStartFailure(error: unknown, { host, port }: Pick<CliArguments, 'host' | 'port'>): string {
  if (!(error instanceof Error)) return String(error);
  switch ('code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use. Stop the process that listens there, or use a free port: cascade-mock --port 0`;
    case 'EACCES':
      return `No permission to listen on port ${port}. Use one above 1023: cascade-mock --port 4010`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Omit --host, or use 0.0.0.0 for all addresses.`;
    default:
      return error.message;
  }
}

/** The text of `--help`. */
const usage = `cascade-mock: a mock provider that judges each request by the contract

Usage
  cascade-mock [options]
  cascade-mock replay <file> [options]   sends recorded requests; cascade-mock replay --help

Options
  --port <number>             port to listen on; 0 for a free one (default 4010)
  --host <address>            address to listen on (default 127.0.0.1)
  --provider <file.yaml>      accounts, keys and cascades (default: the samples, with the key demo-key)
  --callback-secret <secret>  signs callbacks; whsec_ and at least 24 bytes in base64
                              (default: the secrets of the provider file, or else
                              ${demoSecret}, which is public)
  --cors                      allow web pages of other origins (CORS)
  --quiet                     do not log requests
  --help                      show this help

Examples
  cascade-mock
  cascade-mock --port 0 --quiet
  cascade-mock --provider ./my-provider.yaml

  curl -i http://127.0.0.1:4010/api/cascade/get-all \\
    -H 'x-api-key: demo-key' -H 'content-type: application/json' -d '{}'
  curl -i http://127.0.0.1:4010/api/cascade/schedule \\
    -H 'x-api-key: demo-key' -H 'Prefer: code=503' -X POST

Exit codes
  0  stopped by Ctrl-C or SIGTERM
  1  could not start, for example because the port is in use or the provider file is invalid
  2  invalid command line
`;
