import { answers, rewrite } from '../changes.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { type Call, codeOf, withHeader } from '../proxy/wire.ts';
import { keyOf, type World } from '../proxy/world.ts';
import { scheduledBy, scheduling } from '../witness/requests.ts';
import { mutantsOf } from './mutants-of.ts';

const auth = mutantsOf('auth');

const withoutKey = () => {
  const { headers, ...rest } = scheduling();
  return { ...rest, headers: { 'content-type': headers?.['content-type'] ?? '' } };
};

/** A call whose key fits gets in with the good one. */
function letIn(is: (key: string, world: World, call: Call) => boolean): MakeChange {
  return rewrite((call, world) =>
    is(keyOf(call), world, call) ? withHeader(call, 'x-api-key', world.fixtures.goodKey) : call,
  );
}

export const authMutants: readonly Mutant[] = [
  auth`missing-key-accepted: Lets a request without a key in [5/missing-key, 4.1/header-x-api-key]`(
    letIn((key) => key === ''),
    [withoutKey, '401 auth-error', 'accepted'],
  ),
  auth`wrong-key-accepted: Wants a key, and looks no further [5/wrong-key]`(
    letIn((key, { fixtures: { expiredKey, poorKey } }) => !['', expiredKey, poorKey].includes(key)),
    [() => scheduledBy('no-such-key'), '401 auth-error', 'accepted'],
  ),
  auth`expired-key-accepted: Does not look at the expiry of a key [5/expired-key]`(
    letIn((key, { fixtures }) => key === fixtures.expiredKey),
    [() => scheduledBy('demo-key-expired'), '401 auth-error', 'accepted'],
  ),
  auth`key-by-prefix: Compares keys only as far as the known one goes [5/wrong-key]`(
    letIn((key, { fixtures: { goodKey, expiredKey } }) => key.startsWith(goodKey) && key !== expiredKey),
    [() => scheduledBy('demo-keyring'), '401 auth-error', 'accepted'],
  ),
  auth`key-without-case: Compares keys without regard to case [5/wrong-key]`(
    letIn((key, { fixtures }) => key.toLowerCase() === fixtures.goodKey.toLowerCase()),
    [() => scheduledBy('DEMO-KEY'), '401 auth-error', 'accepted'],
  ),
  auth`once-in-always-in: After an accepted request lets those without a key in [5/every-request]`(
    letIn((key, { accepted }) => key === '' && accepted.size > 0),
    [() => [scheduling(), withoutKey()], '401 auth-error', 'accepted'],
  ),
  auth`other-header: Reads the key from Authorization alone [4.1/header-x-api-key, 5/every-request]`(
    rewrite((call) => withHeader(call, 'x-api-key', call.headers.authorization ?? '')),
    [() => scheduling(), 'accepted', '401 auth-error'],
  ),
  auth`header-name-with-case: Knows the header only in lower case (RFC 9110 §5.1) [4.1/header-x-api-key]`(
    rewrite((call) => (call.writtenNames.includes('x-api-key') ? call : withHeader(call, 'x-api-key', ''))),
    [
      () => {
        const { headers, ...rest } = withoutKey();
        return { ...rest, headers: { ...headers, 'X-Api-Key': 'demo-key' } };
      },
      'accepted',
      '401 auth-error',
    ],
  ),
  auth`missing-key-is-malformed: Takes the missing header for a malformed request [5/missing-key]`(
    answers((answer, call, world) =>
      codeOf(answer) === 'auth-error' && keyOf(call) === ''
        ? world.refuse(400, 'matched-template-not-found')
        : answer,
    ),
    [withoutKey, '401 auth-error', '400 matched-template-not-found'],
  ),
  auth`expired-key-forbidden: Tells an expired key from a wrong one: 403 key-expired [5/expired-key]`(
    answers((answer, call, world) =>
      codeOf(answer) === 'auth-error' && keyOf(call) === world.fixtures.expiredKey
        ? world.refuse(403, 'key-expired')
        : answer,
    ),
    [() => scheduledBy('demo-key-expired'), '401 auth-error', '403 key-expired'],
  ),
];
