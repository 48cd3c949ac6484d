import { problem, type RequestProblem } from './request-problem.ts';

/** The problem of a callback URL; `fault` says what it must be, and what was found (ADR-0036). */
export function callbackUrlNotValid(fault: string): RequestProblem {
  const pointer = '/statusCallbackUrl';
  return problem('callback-url-not-valid', { pointer, detail: `${pointer}: ${fault}` });
}

/**
 * The problem of a callback URL that passed the schema, before anything is sent to it (ADR-0014), or nothing.
 * @param allowsHttp Whether plain HTTP may be used, for development.
 */
export function judgeCallbackUrl(
  address: string,
  allowsHttp: (url: URL) => boolean,
): RequestProblem | undefined {
  const url = URL.parse(address);
  if (url === null) return callbackUrlNotValid('must be an HTTPS URL');
  if (url.username !== '' || url.password !== '')
    return callbackUrlNotValid('must have neither a user nor a password');
  if (url.protocol === 'https:' || (url.protocol === 'http:' && allowsHttp(url))) return undefined;
  return callbackUrlNotValid('must be an HTTPS URL');
}
