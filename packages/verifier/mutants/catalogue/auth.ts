import { answers } from '../changes/on-answer.ts';
import { rewrite } from '../changes/on-request.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { type Call, codeOf, withHeader } from '../proxy/wire.ts';
import { keyOf, type World } from '../proxy/world.ts';
import { asking } from '../witness/observe.ts';
import { scheduledBy, scheduling } from '../witness/requests.ts';
import { ofClass } from './of-class.ts';

const auth = ofClass('auth');

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
  auth({
    id: 'auth-missing-key-accepted',
    clauses: ['5/missing-key', '4.1/header-x-api-key'],
    title: 'Lets a request without a key in',
    change: letIn((key) => key === ''),
    witness: asking(withoutKey, '401 auth-error', 'accepted'),
  }),
  auth({
    id: 'auth-wrong-key-accepted',
    clauses: ['5/wrong-key'],
    title: 'Wants a key, and looks no further',
    change: letIn((key, { fixtures: { expiredKey, poorKey } }) => !['', expiredKey, poorKey].includes(key)),
    witness: asking(() => scheduledBy('no-such-key'), '401 auth-error', 'accepted'),
  }),
  auth({
    id: 'auth-expired-key-accepted',
    clauses: ['5/expired-key'],
    title: 'Does not look at the expiry of a key',
    change: letIn((key, { fixtures }) => key === fixtures.expiredKey),
    witness: asking(() => scheduledBy('demo-key-expired'), '401 auth-error', 'accepted'),
  }),
  auth({
    id: 'auth-key-by-prefix',
    clauses: ['5/wrong-key'],
    title: 'Compares keys only as far as the known one goes',
    change: letIn(
      (key, { fixtures: { goodKey, expiredKey } }) => key.startsWith(goodKey) && key !== expiredKey,
    ),
    witness: asking(() => scheduledBy('demo-keyring'), '401 auth-error', 'accepted'),
  }),
  auth({
    id: 'auth-key-without-case',
    clauses: ['5/wrong-key'],
    title: 'Compares keys without regard to case',
    change: letIn((key, { fixtures }) => key.toLowerCase() === fixtures.goodKey.toLowerCase()),
    witness: asking(() => scheduledBy('DEMO-KEY'), '401 auth-error', 'accepted'),
  }),
  auth({
    id: 'auth-once-in-always-in',
    clauses: ['5/every-request'],
    title: 'After an accepted request lets those without a key in',
    change: letIn((key, { accepted }) => key === '' && accepted.size > 0),
    witness: asking(() => [scheduling(), withoutKey()], '401 auth-error', 'accepted'),
  }),
  auth({
    id: 'auth-other-header',
    clauses: ['4.1/header-x-api-key', '5/every-request'],
    title: 'Reads the key from Authorization alone',
    change: rewrite((call) => withHeader(call, 'x-api-key', call.headers.authorization ?? '')),
    witness: asking(() => scheduling(), 'accepted', '401 auth-error'),
  }),
  auth({
    id: 'auth-header-name-with-case',
    clauses: ['4.1/header-x-api-key'],
    title: 'Knows the header only in lower case (RFC 9110 §5.1)',
    change: rewrite((call) =>
      call.writtenNames.includes('x-api-key') ? call : withHeader(call, 'x-api-key', ''),
    ),
    witness: asking(
      () => {
        const { headers, ...rest } = withoutKey();
        return { ...rest, headers: { ...headers, 'X-Api-Key': 'demo-key' } };
      },
      'accepted',
      '401 auth-error',
    ),
  }),
  auth({
    id: 'auth-missing-key-is-malformed',
    clauses: ['5/missing-key'],
    title: 'Takes the missing header for a malformed request',
    change: answers((answer, call, world) =>
      codeOf(answer) === 'auth-error' && keyOf(call) === ''
        ? world.refuse(400, 'matched-template-not-found')
        : answer,
    ),
    witness: asking(withoutKey, '401 auth-error', '400 matched-template-not-found'),
  }),
  auth({
    id: 'auth-expired-key-forbidden',
    clauses: ['5/expired-key'],
    title: 'Tells an expired key from a wrong one: 403 key-expired',
    change: answers((answer, call, world) =>
      codeOf(answer) === 'auth-error' && keyOf(call) === world.fixtures.expiredKey
        ? world.refuse(403, 'key-expired')
        : answer,
    ),
    witness: asking(() => scheduledBy('demo-key-expired'), '401 auth-error', '403 key-expired'),
  }),
];
