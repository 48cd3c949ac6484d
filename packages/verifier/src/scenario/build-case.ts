import { randomUUID } from 'node:crypto';
import { type HttpRequest, scenarioOf } from '../exchange/http-request.ts';
import type { Profile, ProfileCascade } from '../generated/profile.ts';
import type { JsonObject } from '../json.ts';
import { applyEdits } from './apply-edits.ts';
import { type Base, resolveBase } from './resolve-base.ts';
import type { Expectation, KeyName, Scenario } from './scenario.ts';
import { isUnavailable, lacking, type Unavailable } from './unavailable.ts';

/** A request to send, and the expected answer. */
export interface Case {
  readonly scenario: Scenario;
  readonly request: HttpRequest;
  readonly expectation: Expectation;
  readonly cascade: ProfileCascade;
  /** The request id that the body had before the edits of the scenario. */
  readonly requestId: string;
}

export const schedulePath = '/api/cascade/schedule';

/** Makes the request of a scenario with a new request id, or says what the profile lacks for it. */
export function buildCase(
  profile: Profile,
  scenario: Scenario,
  requestId: string = randomUUID(),
): Case | Unavailable {
  const base = resolveBase(profile, scenario.given.base ?? 'text on any');
  if (isUnavailable(base)) return base;
  const key = keyOf(profile, scenario.given.key ?? 'good');
  if (typeof key === 'object') return key;
  const edited = applyEdits(bodyOf(profile, base, requestId), scenario.when.edits ?? [], { profile, base });
  if (isUnavailable(edited)) return edited;
  const { method = 'POST', path = schedulePath, headers: written = {}, raw, bytes = 0 } = scenario.when;
  const headers = Object.entries(written).map(([name, value]) => [
    name,
    value.replace('{key}', profile.keys.good),
  ]);
  return {
    scenario,
    requestId,
    cascade: base.cascade,
    expectation: scenario.expects,
    request: {
      method,
      path,
      headers: {
        'content-type': 'application/json',
        ...(key === '' ? {} : { 'x-api-key': key }),
        ...Object.fromEntries(headers),
      },
      body: raw ?? padded(JSON.stringify(edited.body), bytes),
      [scenarioOf]: scenario,
    },
  };
}

/** The same request of the account with this key. */
export function withKey(built: Case, key: string): Case {
  const { request } = built;
  return { ...built, request: { ...request, headers: { ...request.headers, 'x-api-key': key } } };
}

/** An object with spaces after its first brace, so that it has as many bytes; longer ones stay as they are. */
function padded(json: string, bytes: number): string {
  const lacking = bytes - Buffer.byteLength(json);
  return lacking <= 0 ? json : `{${' '.repeat(lacking)}${json.slice(1)}`;
}

/** The body of a base, with its id and the harmless address of the profile. */
function bodyOf(profile: Profile, base: Base, requestId: string): JsonObject {
  return {
    requestId,
    cascadeId: base.cascade.id,
    subscriberFilter: { address: profile.address, type: 'PHONE' },
    content: base.content,
  };
}

/** The key of that name; empty for none. */
function keyOf({ keys }: Profile, name: KeyName): string | Unavailable {
  const { good } = keys;
  const swapped = good === good.toUpperCase() ? good.toLowerCase() : good.toUpperCase();
  switch (name) {
    case 'good':
      return good;
    case 'none':
      return '';
    case 'wrong':
      return keys.wrong ?? `no-such-key-${randomUUID()}`;
    case 'cut':
      return good.length > 1 ? good.slice(0, -1) : { unavailable: 'keys.good is too short to cut' };
    case 'longer':
      return `${good}x`;
    case 'otherCase':
      return swapped === good ? { unavailable: 'keys.good has no letters' } : swapped;
    default:
      return keys[name] ?? lacking(`/keys/${name}`);
  }
}
