import { isKnownProblemCode } from '@cascade/types';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Served } from '../http/create-server.ts';
import type { Log } from '../log.ts';

/** Counts requests. A label is a path of the API, a code of the catalogue, or `other`, so clients cannot add labels. */
export function createHttpMetrics(
  registers: Registry[],
  operations: readonly string[],
): (served: Served) => void {
  const known = new Set(operations);
  const requests = new Counter({
    name: 'cascade_http_requests_total',
    help: 'Answered requests by operation, status and problem code.',
    labelNames: ['operation', 'status', 'code'],
    registers,
  });
  const latency = new Histogram({
    name: 'cascade_http_request_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  return (served) => {
    const { status, code = '', seconds } = served;
    const operation = known.has(served.operation) ? served.operation : 'other';
    requests.inc({ operation, status, code: code === '' || isKnownProblemCode(code) ? code : 'other' });
    latency.observe({ operation }, seconds);
  };
}

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
