import { parseArgs } from 'node:util';
import { parseSecret } from '../callback/signing-secret.ts';
import { defined } from '../defined.ts';

/** The parsed command line. */
export interface CliArguments {
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
export function parseArguments(args: readonly string[]): CliArguments {
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
