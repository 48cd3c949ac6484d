import type { CliArguments } from './parse-arguments.ts';

/** Explains why the mock did not start, and how to fix it. */
export function explainStartFailure(
  error: unknown,
  { host, port }: Pick<CliArguments, 'host' | 'port'>,
): string {
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
