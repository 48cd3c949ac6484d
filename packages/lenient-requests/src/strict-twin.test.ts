import { judgeScheduling } from '@cascade/validator';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSchedulingRequest } from './read-scheduling-request.ts';
import { strict, switchesOf } from './reading.ts';
import { uuidV5 } from './uuid-v5.ts';

const all = switchesOf({
  cascadeIdAsText: true,
  anyRequestId: true,
  smsWithoutContentType: true,
  textAsNumber: true,
  keyboard: true,
  attachment: true,
  listRequests: true,
});

const button = fc.oneof(
  fc.record({ type: fc.constant('URL'), text: fc.string(), url: fc.string({ minLength: 1 }) }),
  fc.record({ type: fc.constant('PHONE'), text: fc.string(), phone: fc.string({ minLength: 1 }) }),
  fc.record({
    type: fc.constant('QUICK_REPLY'),
    text: fc.string(),
    payload: fc.oneof(fc.string({ minLength: 1 }), fc.string({ minLength: 129, maxLength: 140 })),
  }),
);
type Button = {
  readonly type: string;
  readonly url?: string;
  readonly phone?: string;
  readonly payload?: string;
};

const message = fc.record({
  name: fc.string({ minLength: 1, maxLength: 40 }),
  cascadeId: fc.nat(),
  number: fc.integer({ min: 0, max: 999_999 }),
  rows: fc.array(fc.array(button, { maxLength: 5 }), { maxLength: 4 }),
  file: fc.record({ url: fc.string(), name: fc.string({ maxLength: 80 }) }),
});
type Message = typeof message extends fc.Arbitrary<infer Value> ? Value : never;

const actionOf = ({ url, phone, payload }: Button) => url ?? phone ?? payload;
const subscriberFilter = { address: '+12025550100', type: 'PHONE' };

function older({ name, cascadeId, number, rows, file }: Message) {
  return {
    requestId: `#${name}`,
    cascadeId: String(cascadeId),
    subscriberFilter,
    content: {
      smsContent: { text: number },
      chattwoContent: {
        contentType: 'DOCUMENT',
        attachment: file,
        keyboard: {
          rows: rows.map((buttons) => ({
            buttons: buttons.map(({ type, ...rest }) => ({ ...rest, buttonType: type })),
          })),
        },
      },
    },
  };
}

function twin({ name, cascadeId, number, rows, file }: Message) {
  return {
    requestId: uuidV5(`#${name}`),
    cascadeId,
    subscriberFilter,
    content: {
      smsContent: { contentType: 'TEXT', text: String(number) },
      chattwoContent: {
        contentType: 'DOCUMENT',
        attachmentUrl: file.url,
        attachmentName: file.name,
        buttons: rows.flat().map((one) => ({ ...one, action: actionOf(one) })),
      },
    },
  };
}

test('what the switches let in is the strict twin, and is judged like it', () => {
  fc.assert(
    fc.property(message, (one) => {
      const reading = readSchedulingRequest(older(one), all, uuidV5);
      expect(reading).toEqual({ value: twin(one) });
      expect(judgeScheduling(twin(one)), 'the limits of §8 hold').toEqual(
        'value' in reading ? judgeScheduling(reading.value) : reading,
      );
    }),
  );
});

test('with all switches off nothing changes, whatever the body is', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), message.map(older)), (body) => {
      expect(readSchedulingRequest(body, strict, uuidV5)).toEqual({ value: body });
    }),
  );
});

test('a request in the described form is itself with all switches on', () => {
  fc.assert(
    fc.property(message, (one) => {
      expect(readSchedulingRequest(twin(one), all, uuidV5)).toEqual({ value: twin(one) });
    }),
  );
});
