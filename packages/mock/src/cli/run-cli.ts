import { InvalidArgumentError } from '@commander-js/extra-typings';
import { parseSecret } from '../callback/signing-secret.ts';
import { defined } from '../defined.ts';
import { createCommand, type Output, parseAndRun } from './command.ts';

/** The process as the CLI uses it. */
interface Terminal extends Output {
  /** Resolves on the signal to stop. */
  stopped(): Promise<unknown>;
}

function createMockCommand() {
  return createCommand(
    'cascade-mock',
    `A mock provider that judges each request by the contract.

cascade-mock replay <file> sends recorded requests to a provider: cascade-mock replay --help`,
    `Examples:
  cascade-mock
  cascade-mock --port 0 --quiet
  cascade-mock --provider ./my-provider.yaml
  cascade-mock --record requests.ndjson
  cascade-mock --control --scenes late.yaml

  curl -i http://127.0.0.1:4010/api/cascade/get-all \\
    -H 'x-api-key: demo-key' -H 'content-type: application/json' -d '{}'
  curl -i http://127.0.0.1:4010/api/cascade/schedule \\
    -H 'x-api-key: demo-key' -H 'Prefer: code=503' -X POST

Exit codes:
  0  stopped by Ctrl-C or SIGTERM
  1  could not start, for example because the port is in use or a file is invalid
  2  invalid command line`,
  )
    .option('--port <number>', 'port to listen on; 0 for a free one', parsePort, 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--provider <file.yaml>',
      'accounts, keys and cascades (default: the samples, with the key demo-key)',
    )
    .option(
      '--callback-secret <secret>',
      'signs all callbacks; whsec_ and at least 24 bytes in base64 (default: the secrets of registrations and of the provider file; that of the samples is public)',
      parseCallbackSecret,
    )
    .option(
      '--record <file>',
      'append each request with its answer, and each callback, without keys and secrets, to a file that replay reads',
    )
    .option('--scenes <file.yaml>', 'what becomes of messages, as POST /control/scenes takes it')
    .option('--control', 'serve /control/…, by which tests create accounts, reset, and see what came')
    .option('--control-from-anywhere', 'the same, also to other machines')
    .option('--cors', 'allow web pages of other origins (CORS)')
    .option('--quiet', 'do not log requests');
}

/** Runs the CLI and returns its exit code: 0 stopped, 1 could not start, 2 invalid command line. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args[0] === 'replay') {
    const { runReplay } = await import('../replay/run-replay.ts');
    return runReplay(args.slice(1), { ...terminal, key: process.env.CASCADE_API_KEY });
  }
  return parseAndRun(createMockCommand(), args, terminal, (options) => serve(options, terminal));
}

type Options = ReturnType<ReturnType<typeof createMockCommand>['opts']>;

async function serve(
  { quiet, controlFromAnywhere, ...options }: Options,
  terminal: Terminal,
): Promise<number> {
  // Imported here so that --help does not wait for Prism, which takes most of a second to load.
  const { startMock } = await import('../start-mock.ts');
  try {
    const mock = await startMock(
      defined({
        ...options,
        control: controlFromAnywhere ? ('from-anywhere' as const) : options.control,
        log: quiet ? undefined : terminal.out,
      }),
    );
    const hint = options.provider === undefined ? ', with the key demo-key' : '';
    terminal.out(`cascade-mock listens on ${mock.url}${hint}. Ctrl-C stops it.\n`);
    if (options.control || controlFromAnywhere) terminal.out(`Inspector: ${mock.url}/control/inspector\n`);
    await terminal.stopped();
    await mock.close();
    return 0;
  } catch (error) {
    terminal.err(`${explainStartFailure(error, options)}\n`);
    return 1;
  }
}

const largestPort = 65_535;

function parsePort(text: string): number {
  const port = Number(text);
  if (/^[0-9]+$/.test(text) && port <= largestPort) return port;
  throw new InvalidArgumentError(`Expected a number from 0 to ${largestPort}.`);
}

function parseCallbackSecret(text: string): string {
  try {
    parseSecret(text);
    return text;
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}

/** Explains why the mock did not start, and how to fix it. */
function explainStartFailure(error: unknown, { host, port }: Pick<Options, 'host' | 'port'>): string {
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
