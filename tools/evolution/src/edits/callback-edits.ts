import type { JsonObject } from '@cascade/contract';
import type { SeededEdit } from './edit-release.ts';

const schemas = 'openapi/components/schemas';
const webhook = 'openapi/webhooks/messageStatus/post';
const header = 'openapi/components/parameters/WebhookId';
const event = `${schemas}/StatusEvent`;
const closed = 'the list is closed: it was open (§9)';

/** A bundle of AsyncAPI has the message at its channel, and again at the operation that sends it. */
function inEachCopy(edit: (message: string) => void): void {
  edit('asyncapi/channels/statusCallback/messages/messageStatus');
  edit('asyncapi/operations/sendMessageStatus/messages/0');
}

/** Edits of the callback, which consumers receive. Promising more is minor, promising less is major. */
export const callbackEdits: readonly SeededEdit[] = [
  {
    name: 'the callback loses a header',
    impact: 'major',
    says: 'the header `webhook-id` of the callback is gone',
    edit: (d) => d.remove(`${webhook}/parameters/0`),
  },
  {
    name: 'a header of the callback has another name',
    impact: 'major',
    says: 'the header `webhook-id` of the callback is now called `x-id`',
    edit: (d) => d.set(`${header}/name`, 'x-id'),
  },
  {
    name: 'the callback gets another header',
    impact: 'minor',
    says: 'the header `x-attempt` of the callback is new',
    edit: (d) =>
      d.push(`${webhook}/parameters`, { name: 'x-attempt', in: 'header', schema: { type: 'integer' } }),
  },
  {
    name: 'a header of the callback is always there',
    impact: 'minor',
    says: 'the header `webhook-id` of the callback is now always there',
    edit: (d) => d.set(`${header}/required`, true),
  },
  {
    name: 'a header of the callback says more about its values',
    impact: 'minor',
    says: '`webhook-id` was not limited, and is now at most 40 characters',
    edit: (d) => d.set(`${header}/schema/maxLength`, 40),
  },
  {
    name: 'a header of the callback has another type',
    impact: 'major',
    says: '`webhook-timestamp` was',
    edit: (d) => d.set('openapi/components/parameters/WebhookTimestamp/schema/type', 'boolean'),
  },
  {
    name: 'an example of the callback has another value',
    impact: 'patch',
    says: 'the example `delivered` has changed',
    edit: (d) => d.set('openapi/components/examples/delivered/value/status', 'READ'),
  },
  {
    name: 'the callback no longer shows an example',
    impact: 'major',
    says: 'the example `delivered` of the callback is gone',
    edit: (d) => d.remove(`${webhook}/requestBody/content/application~1json/examples/delivered`),
  },
  {
    name: 'an example of a message has another value',
    impact: 'patch',
    says: 'the example `delivered` of the message `messageStatus` has changed',
    edit: (d) => inEachCopy((message) => d.set(`${message}/examples/0/payload/status`, 'READ')),
  },
  {
    name: 'an example of a message has another header',
    impact: 'patch',
    says: 'the example `delivered` of the message `messageStatus` has changed',
    edit: (d) => inEachCopy((message) => d.set(`${message}/examples/0/headers`, { 'webhook-id': 'msg_2' })),
  },
  {
    name: 'a message no longer shows an example',
    impact: 'major',
    says: 'the example `delivered` of the message `messageStatus` is gone',
    edit: (d) => inEachCopy((message) => d.remove(`${message}/examples/0`)),
  },
  {
    name: 'an example of a message has another name',
    impact: 'major',
    says: 'the example `delivered` of the message `messageStatus` is gone',
    edit: (d) => inEachCopy((message) => d.set(`${message}/examples/0/name`, 'read')),
  },
  {
    name: 'a message shows no examples',
    impact: 'major',
    says: 'the example `delivered` of the message `messageStatus` is gone',
    edit: (d) => inEachCopy((message) => d.remove(`${message}/examples`)),
  },
  {
    name: 'a message shows another example',
    impact: 'minor',
    says: 'the example `read` of the message `messageStatus` is new',
    edit: (d) =>
      inEachCopy((message) => d.push(`${message}/examples`, { name: 'read', payload: { status: 'READ' } })),
  },
  {
    name: 'the examples of a message are in another order',
    impact: 'none',
    edit: (d) =>
      inEachCopy((message) => {
        const examples = d.get(`${message}/examples`) as readonly unknown[];
        d.set(`${message}/examples`, examples.toReversed());
      }),
  },
  {
    name: 'a member of the callback is now always there',
    impact: 'minor',
    says: 'in callbacks: `messageId` is now required',
    edit: (d) => {
      d.push(`${event}/required`, 'messageId');
      d.push('asyncapi/components/schemas/StatusEvent/required', 'messageId');
    },
  },
  {
    name: 'a member of the callback may be missing',
    impact: 'major',
    edit: (d) => d.remove(`${event}/required/0`),
  },
  {
    name: 'a member of the callback is never null',
    impact: 'minor',
    says: 'in callbacks: `subject` was a string or null, and is now a string',
    edit: (d) => d.set(`${event}/properties/subject/type`, 'string'),
  },
  {
    name: 'a member of the callback may be null',
    impact: 'major',
    edit: (d) => d.set(`${event}/properties/messageId/type`, ['integer', 'null']),
  },
  {
    name: 'a time in the callback may be any text',
    impact: 'major',
    edit: (d) => d.remove(`${event}/properties/statusAt/format`),
  },
  {
    name: 'the list of statuses is closed, as a list of its own',
    impact: 'major',
    says: closed,
    edit: (d) => {
      const { anyOf: _, ...rest } = d.get(`${schemas}/MessageStatus`) as JsonObject;
      const { enum: values } = d.get(`${schemas}/ListedMessageStatus`) as JsonObject;
      d.set(`${schemas}/MessageStatus`, { ...rest, type: 'string', enum: values });
    },
  },
  {
    name: 'the list of statuses is closed, as the listed values alone',
    impact: 'major',
    says: closed,
    edit: (d) => d.remove(`${schemas}/MessageStatus/anyOf/1`),
  },
  {
    name: 'the list of statuses lists nothing',
    impact: 'major',
    says: 'the list no longer says which values are known',
    edit: (d) => d.set(`${schemas}/MessageStatus`, { type: 'string', description: 'The status.' }),
  },
  {
    name: 'the receiver no longer may answer 410',
    impact: 'major',
    says: 'the answer 410 is no longer described: it falls under `default`',
    edit: (d) => d.remove(`${webhook}/responses/410`),
  },
  {
    name: 'the callback goes',
    impact: 'major',
    edit: (d) => d.remove('openapi/webhooks/messageStatus'),
  },
];
