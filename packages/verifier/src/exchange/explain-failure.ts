import type { NoAnswer } from './http-request.ts';

const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'the connection was not made in time',
};

/** Says in a few words why an exchange failed. */
export function explainFailure(error: unknown, timedOutAfter: number | undefined): NoAnswer {
  const { code = '', message } = detailsOf(error);
  if (unreachable[code] !== undefined) return { none: 'unreachable', says: unreachable[code] };
  if (timedOutAfter !== undefined || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return { none: 'time-out', says: `no whole answer in ${timedOutAfter ?? 'the given'} milliseconds` };
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) return { none: 'tls', says: `TLS failed (${code})` };
  return { none: 'closed', says: `the connection broke (${code === '' ? message : code})` };
}

/** The first failure of several, as with a name that has two addresses. */
function detailsOf(error: unknown): { code?: string; message: string } {
  if (error instanceof AggregateError && error.errors[0] !== undefined) return detailsOf(error.errors[0]);
  if (!(error instanceof Error)) return { message: String(error) };
  return { message: error.message, ...('code' in error ? { code: String(error.code) } : {}) };
}
