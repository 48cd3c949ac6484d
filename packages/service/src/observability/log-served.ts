import type { Served } from '../http/create-server.ts';
import type { Log } from '../log.ts';

/**
 * Logs one line for each answered request: refused and failed requests at level info, the rest at debug, which a busy
 * service turns off. So are those that an overload has by the thousand: their cause is logged where it begins. The line leaves
 * out `detail`, since that quotes the request.
 */
export function logServed(log: Log, served: Served): void {
  const { operation, status, code, accountId, seconds } = served;
  const fields = { operation, status, code, accountId, milliseconds: Math.round(seconds * 1_000) };
  if (status < 400 || status === 503) log.debug?.(fields, 'answered');
  else log.info(fields, status < 500 ? 'refused' : 'failed');
}
