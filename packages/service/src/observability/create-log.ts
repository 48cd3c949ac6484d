import { type Logger, pino } from 'pino';
import type { Served } from '../http/create-server.ts';
import type { Log } from '../log.ts';

/** Members that must never reach a log, at any level of the fields. */
const secretMembers = [
  'key',
  'x-api-key',
  'authorization',
  'secret',
  'secrets',
  'headers',
  'address',
  'text',
  'content',
  'body',
  'comment',
];

/** JSON lines on standard output, without keys, addresses and message texts. */
export function createLog(level: string): Logger {
  const paths = secretMembers.flatMap((name) => [`["${name}"]`, `*["${name}"]`]);
  return pino({ level, redact: { paths, censor: '[redacted]' } });
}

/**
 * Logs one line for each answered request: refused and failed requests at level info, the rest at debug,
 * which a busy service turns off. So are those that an overload has by the thousand: their cause is logged
 * where it begins. The line leaves out `detail`, since that quotes the request.
 */
export function logServed(log: Log, served: Served): void {
  const { operation, status, code, accountId, seconds } = served;
  const fields = { operation, status, code, accountId, milliseconds: Math.round(seconds * 1_000) };
  if (status < 400 || status === 503) log.debug?.(fields, 'answered');
  else log.info(fields, status < 500 ? 'refused' : 'failed');
}
