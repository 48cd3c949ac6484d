import { expect, test } from 'vitest';
import { compareNamedParts, withMessagesOnce } from './named-parts.ts';

/** The same message at its channel and at two operations, as a bundle has it. */
function bundle(...examples: readonly object[]) {
  const message = { name: 'status', examples };
  return {
    channels: { callback: { messages: { messageStatus: message } } },
    operations: { send: { messages: [message] }, repeat: { messages: [message] } },
  };
}

const delivered = { name: 'delivered', payload: { status: 'DELIVERED', error: null } };

test('a change is found once, though the message is in three places', () => {
  const read = { ...delivered, payload: { status: 'READ', error: null } };
  expect(compareNamedParts('asyncapi', bundle(delivered), bundle(read))).toEqual([
    {
      impact: 'patch',
      kind: 'changed',
      subject: 'asyncapi',
      at: '/channels/callback/messages/messageStatus/examples',
      says: 'the example `delivered` of the message `status` has changed',
      values: {
        of: 'value',
        before: '{"payload":{"status":"DELIVERED","error":null}}',
        after: '{"payload":{"status":"READ","error":null}}',
      },
    },
  ]);
});

test('a change at one operation alone is found, too', () => {
  const now = bundle(delivered);
  now.operations.repeat = { messages: [{ name: 'status', examples: [] }] };
  expect(compareNamedParts('asyncapi', bundle(delivered), now)).toMatchObject([
    { at: '/operations/repeat/messages/0/examples', impact: 'patch' },
  ]);
});

test('neither the order of members, a summary, nor a place that goes is a change of examples', () => {
  const other = { name: 'delivered', summary: 'New', payload: { error: null, status: 'DELIVERED' } };
  expect(compareNamedParts('asyncapi', bundle(delivered), bundle(other))).toEqual([]);
  expect(compareNamedParts('asyncapi', bundle(delivered), { channels: {} })).toEqual([]);
});

test('an example without a name is known by its position', () => {
  const before = bundle({ payload: 1 }, { payload: 2 });
  expect(compareNamedParts('asyncapi', before, bundle({ payload: 1 })).map(({ says }) => says)).toEqual([
    'the example `2` of the message `status` is gone',
  ]);
});

test('a message that refers to a component is compared there', () => {
  const at = (examples: readonly object[]) => ({
    channels: { callback: { messages: { status: { $ref: '#/components/messages/status' } } } },
    components: { messages: { status: { examples } } },
  });
  expect(compareNamedParts('asyncapi', at([delivered]), at([]))).toMatchObject([
    { at: '/components/messages/status/examples', impact: 'patch' },
  ]);
});

test('Redocly gets each message once, without examples; a message of an operation alone stays', () => {
  const before = bundle(delivered);
  before.operations.repeat = { messages: [{ name: 'other', examples: [delivered] }] };
  const kept = structuredClone(before);
  expect(withMessagesOnce(before)).toEqual({
    channels: { callback: { messages: { messageStatus: { name: 'status' } } } },
    operations: {
      send: { messages: [{ $ref: '#/channels/callback/messages/messageStatus' }] },
      repeat: { messages: [{ name: 'other' }] },
    },
  });
  expect(before).toEqual(kept);
});
