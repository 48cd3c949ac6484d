import type { CliArguments } from './parse-arguments.ts';

/** Says why the mock did not start, and what to do about it. */
export function explainStartFailure(
  error: unknown,
  { host, port }: Pick<CliArguments, 'host' | 'port'>,
): string {
  if (!(error instanceof Error)) return String(error);
  switch ('code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken. Stop what listens there, or let the mock take a free port: cascade-mock --port 0`;
    case 'EACCES':
      return `Port ${port} is not yours to use. Choose one above 1023: cascade-mock --port 4010`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine. Leave --host out, or use 0.0.0.0 for all addresses.`;
    default:
      return error.message;
  }
}
