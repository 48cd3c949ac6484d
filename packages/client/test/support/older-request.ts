import fc from 'fast-check';
import { anyRequest } from './any-request.ts';

/** A member that few of the generated values have. */
const rarely = <Value>(value: Value) =>
  fc.oneof({ weight: 30, arbitrary: fc.constant({}) }, fc.constant(value));

const requestId = fc.oneof(
  { weight: 4, arbitrary: fc.uuid() },
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.integer({ min: 254, max: 258 }).map((length) => '😀'.repeat(length)) },
);

const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('Code 4821', 'Hello!\r\n\r\nYour order', '😀') },
  { weight: 6, arbitrary: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', 2 ** 60, null) },
);

const payload = fc.oneof(
  { weight: 12, arbitrary: fc.constant('yes') },
  fc.integer({ min: 127, max: 129 }).map((length) => '😀'.repeat(length)),
);

const saysType = (type: string) =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom({ buttonType: type }, { type }) },
    fc.constantFrom({ type, buttonType: type }, { type: 'URL', buttonType: 'PHONE' }, { buttonType: null }),
  );

const button = fc
  .oneof(
    fc.tuple(saysType('URL'), fc.constant({ url: 'https://shop.example/orders/1042' })),
    fc.tuple(saysType('PHONE'), fc.constant({ phone: '+12025550100' })),
    fc.tuple(saysType('QUICK_REPLY'), fc.record({ payload })),
    fc.tuple(saysType('OTHER'), fc.constant({})),
  )
  .chain(([type, target]) =>
    fc
      .tuple(rarely({ action: null }), rarely({ action: 'own' }), rarely({ url: '' }))
      .map((more) => Object.assign({ text: 'Open', ...type, ...target }, ...more)),
  );

const few = fc.array(button, { minLength: 1, maxLength: 2 });
const buttons = fc.oneof({ weight: 8, arbitrary: few }, fc.array(button, { maxLength: 12 }));
const rows = fc.array(fc.record({ buttons: few }), { minLength: 1, maxLength: 4 });
const keyboard = fc.oneof(
  { weight: 12, arbitrary: rows.map((all) => ({ keyboard: { rows: all } })) },
  { weight: 6, arbitrary: fc.record({ buttons }) },
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ buttons, keyboard: fc.record({ rows }) }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ keyboard: null }, { keyboard: {} }, { keyboard: { rows: [{}] } }),
  },
);

const url = 'https://files.example.test/contract.pdf';
const attachment = fc.constantFrom(
  { attachment: { url, name: 'contract.pdf' } },
  { attachment: { url, name: 'contract.pdf' } },
  { attachment: { url, name: 'x'.repeat(80) } },
  { attachment: { url, name: null } },
  { attachmentUrl: url, attachmentName: 'contract.pdf' },
  { attachmentUrl: url, attachment: { url, name: 'contract.pdf' } },
  { attachment: null },
);

const open = fc.constantFrom<object>(
  {},
  { messageMatcherId: 13_063 },
  { footer: { text: 'Thank you!' }, urlPostfix: 'a' },
  { footer: 'Thank you!', header: { text: 'Shop' } },
  { flowId: 1_000_000_000_000_001, action: 'navigate', caption: 'Fill in' },
);

const chat = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(
      fc.record({ contentType: fc.constantFrom('TEXT', 'TEXT', 'AUTHENTICATION', 'FLOW', 'BUTTON'), text }),
      keyboard,
      open,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.record({ contentType: fc.constantFrom('DOCUMENT', 'IMAGE'), caption: fc.constant('Read it') }),
      attachment,
      open,
    ),
  },
);
const chatContent = chat.map(([base, form, more]) => ({ ...more, ...base, ...form }));

const smsContent = fc
  .tuple(fc.record({ text }), fc.constantFrom({}, {}, { contentType: 'TEXT' }))
  .map(([base, type]) => ({ ...base, ...type }));

const channelsOf: ReadonlyMap<number, readonly string[]> = new Map([
  [2002, ['smsContent']],
  [4010, ['chattwoContent']],
  [31634, ['chatoneContent', 'chattwoContent']],
  [1000000, ['chattwoContent', 'chatoneContent', 'smsContent']],
  [50505, ['smsContent', 'chatoneContent']],
]);

/** Requests of older integrations, all forms mixed with the described ones. */
const older = fc
  .constantFrom(...channelsOf.entries())
  .chain(([id, channels]) =>
    fc.record({
      requestId,
      cascadeId: fc.constantFrom<unknown>(id, String(id), String(id), `000${id}`),
      subscriberFilter: fc.constant({ address: '10000000001', type: 'PHONE' }),
      content: fc.record(
        Object.fromEntries(
          channels.map((member) => [member, member === 'smsContent' ? smsContent : chatContent]),
        ),
      ),
    }),
  )
  .chain((request) =>
    fc
      .constantFrom({}, { startTime: '2021-01-21T08:00:00Z' }, { comment: 'order 1042' })
      .map((more) => ({ ...request, ...more })),
  );

const wrong = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', 0, -1, 1.5, 2 ** 60, true, [], {}, 'x', '1e3', '-1', [[]]),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The request with one of its values, anywhere in it, replaced or (`undefined`) left out. */
const broken = fc.tuple(older, fc.nat(), wrong).map(([request, place, value]) => {
  const copy: unknown = structuredClone(request);
  const slots = slotsOf(copy);
  const slot = slots[place % slots.length];
  if (slot !== undefined) Reflect.set(slot.parent, slot.name, value);
  return copy;
});

interface Slot {
  readonly parent: object;
  readonly name: string;
}

function slotsOf(value: unknown): readonly Slot[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [{ parent: value, name }, ...slotsOf(member)]);
}

/** Half in older forms, a quarter with something broken in them, a quarter around the described form. */
export const olderRequest: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: older },
  { weight: 1, arbitrary: broken },
  { weight: 1, arbitrary: anyRequest },
);
