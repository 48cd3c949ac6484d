import { expect, test } from 'vitest';
import { asyncapiWithMessage, lint, openapi } from '../testing/lint.ts';

const event = (error: string, status = 'UNDELIVERED') => ({ value: { status, error } });

const complete = {
  'undelivered-closed': event('closed'),
  'undelivered-no-match': event('no-match'),
  'undelivered-not-match': event('not-match'),
  delivered: event('none', 'DELIVERED'),
};

function webhook(examples: object) {
  const requestBody = { content: { 'application/json': { examples } } };
  return openapi({ webhooks: { status: { post: { requestBody, responses: {} } } } });
}

function message(examples: Readonly<Record<string, { value: object }>>) {
  const list = Object.entries(examples).map(([name, { value }]) => ({ name, payload: value }));
  return asyncapiWithMessage({ examples: list });
}

const { 'undelivered-not-match': _left, ...incomplete } = complete;
const dead = { ...complete, 'undelivered-gone': event('gone') };
const confused = { ...complete, 'undelivered-closed': event('no-match') };
const delivered = { ...complete, 'undelivered-closed': event('closed', 'DELIVERED') };

const found = await lint('reason-has-example', {
  webhook: webhook(complete),
  webhookIncomplete: webhook(incomplete),
  webhookDead: webhook(dead),
  webhookConfused: webhook(confused),
  webhookDelivered: webhook(delivered),
  message: message(complete),
  messageIncomplete: message(incomplete),
  messageDead: message(dead),
});

test('every spelling of every reason is an example', () => {
  expect([...found.webhook, ...found.message]).toEqual([]);
});

test.each([
  ['OpenAPI', found.webhookIncomplete],
  ['AsyncAPI', found.messageIncomplete],
])('%s: a spelling without example', (_name, findings) => {
  expect(findings).toEqual([
    { at: 'root.yaml#/', message: 'The reason not-match has no example undelivered-not-match.' },
  ]);
});

test.each([
  ['OpenAPI', found.webhookDead],
  ['AsyncAPI', found.messageDead],
])('%s: a reason that the catalogue does not have', (_name, findings) => {
  expect(findings.map(({ message }) => message)).toEqual(['gone is not in spec/catalogue/reasons.yaml']);
});

test.each([
  ['reason', found.webhookConfused],
  ['status', found.webhookDelivered],
])('an example with another %s', (_name, findings) => {
  expect(findings[0]).toEqual({
    at: expect.stringContaining('/examples/undelivered-closed/value'),
    message: 'undelivered-closed must have the status UNDELIVERED and the error closed.',
  });
});
