import { randomUUID } from 'node:crypto';
import { type Contract, drop, put } from '@cascade/contract';

/** What differs from a request that passes. */
interface Parts {
  readonly path?: string;
  readonly method?: string;
  readonly key?: string;
  readonly type?: string;
  /** Instead of the body. */
  readonly text?: string;
  /** Values by their pointers into the body; `undefined` where one is left out. */
  readonly set?: Readonly<Record<string, unknown>>;
}

/** One fault, and the check of `spec/catalogue/checks.yaml` that finds it. */
export interface RequestFault extends Parts {
  readonly code: string;
  readonly check: string;
}

/** An id that both providers have taken before. */
export const usedId = randomUUID();
const content = '/content/chattwoContent';
const malformed = 'matched-template-not-found';
const buttons = Array.from({ length: 11 }, () => ({ type: 'QUICK_REPLY', text: 'Yes', action: 'yes' }));
const listPicker = { sections: [{ items: [{ title: 'x'.repeat(25), subtitle: 'Tomorrow' }] }] };

/** A fault of each code that a single request provokes at a cascade that checks its stages by violations. */
export const requestFaults: readonly RequestFault[] = [
  { check: 'url', code: 'not-found', path: '/nowhere' },
  { check: 'method', code: 'method-not-allowed', method: 'PUT' },
  { check: 'key', code: 'auth-error', key: 'no-such-key' },
  { check: 'media-type', code: 'unsupported-media-type', type: 'text/plain' },
  { check: 'size', code: 'payload-too-large', set: { '/more': 'x'.repeat(1_048_576) } },
  { check: 'json', code: malformed, text: '{' },
  { check: 'rule-1', code: malformed, set: { '/requestId': 'x' } },
  // The id is used in one account only.
  { check: 'rule-1', code: 'requestId-is-not-unique', key: 'demo-key', set: { '/requestId': usedId } },
  { check: 'rule-2', code: malformed, set: { '/cascadeId': 'x' } },
  { check: 'rule-2', code: 'cascade-not-found', set: { '/cascadeId': 7 } },
  { check: 'rule-3', code: malformed, set: { '/content': 'x' } },
  { check: 'rule-3', code: 'content-not-specified', set: { '/content': {} } },
  {
    check: 'rule-3',
    code: 'cascade-scheduling-request-is-not-valid',
    set: { '/content/smsContent': { contentType: 'TEXT', text: 'Code 4821' } },
  },
  { check: 'rule-3', code: 'contentType-not-specified', set: { [`${content}/contentType`]: undefined } },
  { check: 'rule-3', code: 'text-not-specified', set: { [`${content}/text`]: '' } },
  { check: 'rule-3', code: 'caption-not-specified', set: { [`${content}/caption`]: '' } },
  {
    check: 'rule-3',
    code: 'action-not-specified',
    set: { [`${content}/buttons`]: [{ type: 'QUICK_REPLY', text: 'Yes' }] },
  },
  {
    check: 'rule-3',
    code: 'attachmentName-not-specified',
    set: { [`${content}/contentType`]: 'DOCUMENT', [`${content}/attachmentName`]: undefined },
  },
  {
    check: 'rule-3',
    code: 'latitude-not-specified',
    set: { [`${content}/contentType`]: 'LOCATION', [`${content}/longitude`]: 13.4 },
  },
  {
    check: 'rule-3',
    code: 'longitude-not-specified',
    set: { [`${content}/contentType`]: 'LOCATION', [`${content}/latitude`]: 52.5 },
  },
  { check: 'rule-4', code: malformed, set: { '/comment': 4 } },
  {
    check: 'rule-4',
    code: 'attachmentName-is-too-long',
    set: { [`${content}/attachmentName`]: 'a'.repeat(71) },
  },
  { check: 'rule-4 in content', code: malformed, set: { [`${content}/attachmentUrl`]: 4 } },
  {
    check: 'rule-4',
    code: 'template-parameter-is-not-valid',
    set: { [`${content}/listPicker`]: listPicker },
  },
  { check: 'rule-4', code: 'button-validation-error', set: { [`${content}/buttons`]: buttons } },
  {
    check: 'rule-4',
    code: 'mm-api-options-invalid-combination',
    set: {
      [`${content}/useMarketingMessagesApi`]: false,
      [`${content}/messageActivitySharing`]: true,
    },
  },
  { check: 'rule-5', code: 'out-of-balance', key: 'poor-key' },
];

/** The request that passes, with these faults. */
export function requestWith(...some: readonly Parts[]): RequestInit & { readonly path: string } {
  const body = {
    requestId: randomUUID(),
    cascadeId: 4010,
    subscriberFilter: { address: '+12025550199', type: 'PHONE' },
    content: { chattwoContent: { contentType: 'TEXT', text: 'Code 4821' } },
  };
  for (const [pointer, value] of some.flatMap(({ set = {} }) => Object.entries(set)))
    if (value === undefined) drop(body, pointer);
    else put(body, pointer, value);
  const parts: Parts = Object.assign({}, ...some);
  const { path = '/api/cascade/schedule', method = 'POST', key = 'demo-key' } = parts;
  const { type = 'application/json', text = JSON.stringify(body) } = parts;
  return { path, method, headers: { 'content-type': type, 'x-api-key': key }, body: text };
}

/** Whether two faults can be in one request: both stay what they are alone. */
function together(one: RequestFault, other: RequestFault): boolean {
  const partsOf = ({ set, code, check, ...parts }: RequestFault) => Object.keys(parts);
  if (partsOf(one).some((part) => partsOf(other).includes(part))) return false;
  if ((one.text !== undefined && other.set) || (other.text !== undefined && one.set)) return false;
  const places = (fault: RequestFault) => Object.keys(fault.set ?? {});
  return !places(one).some((place) =>
    places(other).some((another) => `${place}/`.startsWith(`${another}/`) || another.startsWith(`${place}/`)),
  );
}

/**
 * Every two faults that fit in one request, in the order in which the contract finds them.
 */
export function pairsInOrder({
  checks,
}: Pick<Contract, 'checks'>): (readonly [RequestFault, RequestFault])[] {
  const order = checks.flatMap(({ id, problems, before }) => [
    ...before.map(({ problem }) => `${id} ${problem.code} early`),
    ...problems.map(({ code }) => `${id} ${code}`),
  ]);
  const placeOf = ({ check, code }: RequestFault) => {
    const name = `${check.replace(' in content', '')} ${code}`;
    const place = order.indexOf(order.includes(`${check} ${code} early`) ? `${name} early` : name);
    if (place < 0) throw new Error(`no check ${check} has ${code}`);
    return place;
  };
  const sorted = requestFaults.toSorted((one, other) => placeOf(one) - placeOf(other));
  return sorted.flatMap((one, at) =>
    sorted.slice(at + 1).flatMap((other) => (together(one, other) ? [[one, other] as const] : [])),
  );
}
