import {
  escapeStep,
  type Fault,
  findDuplicates,
  type Identity,
  memberOf,
  type Place,
} from '@cascade/yaml-file';

/** The service or its HTTP client sets these, or a callback cannot carry them. */
const reserved =
  /^(?:content-(?:type|length|encoding)|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|user-agent|webhook-.*)$/i;

/** RFC 9110 §5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The declared headers of a callback that cannot be sent as declared (ADR-0017). The values are not shown. */
export function findHeaderFaults({ pointer, value: callback }: Place): Fault[] {
  const headers = memberOf(callback, 'headers');
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return [];
  const place = `${pointer}/headers`;
  // A name with other characters is a fault of the shape, and may be a misplaced secret.
  const names = Object.keys(headers).filter((name) => token.test(name));
  const places = names.map((name) => ({ pointer: `${place}/${escapeStep(name)}`, value: name }));
  const hasUrl = typeof memberOf(callback, 'url') === 'string';
  return [
    ...(hasUrl ? [] : [{ pointer: place, message: 'expected a url beside the headers, found none' }]),
    ...findDuplicates(places, 'header', nameIdentity),
    ...places
      .filter(({ value }) => reserved.test(value))
      .map(({ pointer }) => ({
        pointer,
        message: 'unexpected header; the service sets it itself; remove it',
      })),
  ];
}

/** Names of headers are the same in any case (RFC 9110 §5.1). */
const nameIdentity: Identity = (name) => ({ same: String(name).toLowerCase(), shown: String(name) });
