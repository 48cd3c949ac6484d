import { expect, test } from 'vitest';
import { placeOf } from './report-words.ts';

test.each([
  ['/paths/~1api~1messages~1history', 'operation', '/api/messages/history'],
  ['/paths/~1api~1callback~1set/post/requestBody/description', 'operation', 'POST /api/callback/set'],
  ['/webhooks/messageStatus/post/description', 'operation', 'webhook messageStatus'],
  ['/components/schemas/ContentType', 'schema', 'ContentType'],
  [
    '/components/schemas/Cascade/properties/stages/items/properties/uuid/type',
    'schema',
    'Cascade.stages.uuid',
  ],
  ['/components/schemas/ChattwoContent/allOf/1/properties/flowId', 'schema', 'ChattwoContent.flowId'],
  ['/components/responses/ReceiverGone/x-decision', 'other', 'ReceiverGone'],
  ['/operations/sendMessageStatus/security', 'other', 'sendMessageStatus'],
  ['/info/summary', 'other', 'summary'],
  ['/servers', 'other', 'servers'],
])('%s is the %s %s', (pointer, kind, name) => {
  expect(placeOf(pointer)).toMatchObject({ kind, name });
});
