import type { Outcome } from '../exchange/http-request.ts';
import { isObject, parseJson } from '../json.ts';
import { listedCode } from '../oracle/catalogue.ts';

/** The listed code of a refusal that has its status, as an account or a profile provokes it; undefined for all else. */
export function problemOf(outcome: Outcome): string | undefined {
  if ('none' in outcome) return undefined;
  const body = parseJson(outcome.text);
  const listed = isObject(body) && typeof body.title === 'string' ? listedCode(body.title) : undefined;
  return listed?.status === outcome.status ? listed.code : undefined;
}
