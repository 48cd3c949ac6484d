import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { startReceiver } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { heldLease } from '../testing/values.ts';
import type { GatewayAttempt } from './gateway.ts';
import { createReceiptHandler } from './handle-receipt.ts';
import { createHttpGateway } from './http-gateway.ts';
import { subscriberText } from './smpp/subscriber-text.ts';

const description = Object(readYamlFile(repositoryRoot, 'spec/generated/gateway.yaml').value);
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const ajv = new Ajv2020({ strict: false, formats: { uuid, 'date-time': dateTime } });
ajv.addSchema(description, 'gateway');

/** Whether a value fits a schema of the description. */
const fits = (schema: string, value: unknown) =>
  ajv.validate({ $ref: `gateway#/components/schemas/${schema}` }, value);

const { examples } = description.components;

const attempt: GatewayAttempt = {
  attemptId: '2ede9313-0539-463a-9ec3-898506f4937a',
  channel: 'CHATTWO',
  address: '+12025550199',
  addressType: 'PHONE',
  subject: null,
  content: { contentType: 'TEXT', text: 'Hello', own: [1] },
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};

/**
 * The result of an attempt that the gateway answers with this body, `undefined` if the service takes it for
 * no answer.
 */
async function resultOf(body: unknown, sent = attempt) {
  const receiver = await closedAfterTest(
    startReceiver((response) => void response.writeHead(200).end(JSON.stringify(body))),
  );
  const result = await createHttpGateway({ url: receiver.url })
    .send(sent, heldLease)
    .catch(() => undefined);
  return { result, request: receiver.received[0] };
}

describe('attempts', () => {
  test.each([
    ['with all members', attempt],
    ['without traceparent', { ...attempt, traceparent: null }],
    ['with a subject', { ...attempt, subject: 'shop' }],
    ['as in the example', examples.attempt.value],
  ])('%s are sent as described', async (_, sent) => {
    const { request } = await resultOf({ status: 'SENT' }, sent);
    expect(fits('Attempt', request?.event)).toBe(true);
    const headers = description.components.parameters;
    const [key] = description.paths['/send'].post.parameters;
    expect(key?.$ref).toBe('#/components/parameters/IdempotencyKey');
    expect(request?.headers[headers.IdempotencyKey.name]).toBe(sent.attemptId);
  });

  test.each([
    examples.sent.value,
    examples.refused.value,
    { status: 'DELIVERED' },
    { status: 'SENT', reference: 'a', own: 1 },
    { status: 'UNDELIVERED', reason: 'a-new-one', reference: 'a' },
    { status: 'UNDELIVERED' },
    { status: 'UNDELIVERED', reason: null },
    { status: 'READ' },
    { status: 'DELAYED' },
    { status: 'sent' },
    { status: null },
    {},
    [],
    null,
    'SENT',
  ])('the answer %j is taken if, and only if, it is described', async (body) => {
    const { result } = await resultOf(body);
    expect(result !== undefined).toBe(fits('AttemptAnswer', body));
  });
});

describe('withdrawals', () => {
  /** What the service makes of an answer; undefined if it takes it for none. */
  async function answered(body: unknown) {
    const receiver = await closedAfterTest(
      startReceiver((response) => void response.writeHead(200).end(JSON.stringify(body))),
    );
    const { withdraw } = createHttpGateway({ url: receiver.url, withdrawUrl: receiver.url });
    const withdrawal = { ...attempt, reference: examples.withdrawal.value.reference };
    const status = await withdraw?.(withdrawal, heldLease.signal).catch(() => undefined);
    return { status, request: receiver.received[0] };
  }

  test('are posted as in the example', async () => {
    expect((await answered(examples.withdrawn.value)).request?.event).toEqual(examples.withdrawal.value);
  });

  test.each([
    examples.withdrawn.value,
    examples.late.value,
    ...['SENT', 'DELAYED', 'UNDELIVERED', 'READ'].map((status) => ({ status })),
    { status: 'WITHDRAWN', own: 1 },
    { status: 'EXPIRED' },
    { status: 'withdrawn' },
    { status: null },
    {},
    [],
    null,
  ])('the answer %j is taken if, and only if, it is described', async (body) => {
    expect((await answered(body)).status !== undefined).toBe(fits('WithdrawalAnswer', body));
  });
});

describe('receipts', () => {
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
  const now = new Date('2026-11-21T12:00:00Z');
  const { attemptId } = attempt;

  /** The status of the answer to a signed receipt. */
  async function post(body: unknown): Promise<string> {
    const text = JSON.stringify(body);
    const headers = {
      'webhook-id': 'receipt_1',
      'webhook-timestamp': String(now.getTime() / 1000),
      'webhook-signature': new Webhook(secret).sign('receipt_1', now, text),
    };
    const handle = createReceiptHandler({ secrets: [secret], now: () => now, onReceipt: async () => {} });
    return String((await handle({ headers, body: text })).status);
  }

  test.each([
    examples.delivered.value,
    examples.undelivered.value,
    ...['SENT', 'DELAYED', 'UNDELIVERED', 'DELIVERED', 'READ'].map((status) => ({ attemptId, status })),
    { attemptId, status: 'DELIVERED', at: '2026-11-21T11:59:58.123+02:00', own: {} },
    { attemptId, status: 'UNDELIVERED', reason: 'a-new-one' },
    { attemptId, status: 'EXPIRED' },
    { attemptId, status: 'ENQUEUED' },
    { attemptId, status: 'delivered' },
    { attemptId, status: 'toString' },
    { attemptId, status: 'DELIVERED', at: 'noon' },
    { attemptId },
    { status: 'DELIVERED' },
    [],
    null,
  ])('%j is taken if, and only if, it is described', async (body) => {
    const status = await post(body);
    const { responses } = description.paths['/gateway/receipts'].post;
    expect(Object.keys(responses)).toContain(status);
    expect(status === '204').toBe(fits('Receipt', body));
  });
});

describe('texts of subscribers', () => {
  const deliver = (hex: string, part: object = {}) => ({
    command: 'deliver_sm',
    command_status: 0,
    source_addr_ton: 1,
    source_addr: '12025550155',
    destination_addr: '73535',
    data_coding: 0,
    short_message: Buffer.from(hex, 'hex'),
    ...part,
  });

  test.each([
    ['stop', deliver('53544f50')],
    ['part', deliver('050003ef020104140430', { data_coding: 8, esm_class: 0x40 })],
  ])('the example %s is what the service posts', (name, pdu) => {
    expect(subscriberText('SMS', pdu, {})).toEqual(examples[name].value);
  });

  test.each([
    ['binary', deliver('00ff', { data_coding: 4 })],
    ['nothing', deliver('', { source_addr: undefined, destination_addr: undefined, data_coding: undefined })],
    [
      'parameters',
      deliver('41', { sar_msg_ref_num: 65_535, sar_segment_seqnum: 0, sar_total_segments: 255 }),
    ],
  ])('%s is posted as described', (_, pdu) => {
    expect(fits('SubscriberText', subscriberText('SMS', pdu, {}))).toBe(true);
  });
});
