import type { Dice } from './dice.ts';
import { type Attack, type Material, marks, message, one, paths } from './shot.ts';

/** Values that no schema expects. */
const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  9007199254740992,
  2147483648,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\uffff',
  '\u202e\u0000',
  '🎉'.repeat(50),
  '__proto__',
  'constructor',
  "'; drop table cascade.messages; --",
  '%s%n%x',
  '<script>',
  '../../etc/passwd',
  [],
  [[]],
  {},
  { length: 1e9 },
  { toString: 1 },
  [null],
  'x'.repeat(10_000),
];

/** JSON texts of numbers that JavaScript cannot write. */
const oddNumbers = [
  '1e400',
  '-1e400',
  '-0',
  '1.0',
  '1e2',
  '0x10',
  '1_000',
  '9'.repeat(400),
  '0'.repeat(30),
  'NaN',
];

/** Replaces, removes or adds a member somewhere. */
function mutate(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.random() < 0.25) return dice.pick(oddValues);
  const entries = Object.entries(value);
  const at = dice.upTo(entries.length);
  if (at === entries.length)
    return { ...value, [JSON.stringify(dice.pick(oddValues))]: dice.pick(oddValues) };
  return Object.fromEntries(
    entries.flatMap(([name, member], index) => {
      if (index !== at) return [[name, member]];
      const kind = dice.random();
      if (kind < 0.15) return [];
      if (kind < 0.25) return [[`${name}x`, member]];
      return [[name, mutate(member, dice)]];
    }),
  );
}

const listRequests = (dice: Dice) => [
  {},
  { limit: dice.pick([0, -1, 1e9, '5', null, 1000]), offset: dice.pick([0, -1, 1e15, 'x']) },
  { dateFrom: dice.pick(['2030-02-30T00:00:00Z', 'x', '0000-00-00', '9999-12-31T23:59:60Z', 5]) },
  { channelTypes: dice.pick([[], ['SMS'], ['FAX'], Array(5_000).fill('SMS'), 'SMS']) },
  { messageId: dice.pick([0, -1, 1e19, '1', 9007199254740991, null]) },
  { subscriberFilter: { address: dice.pick(['', '\u0000', '%', marks.address]), type: 'PHONE' } },
  { sort: dice.pick([[], {}, 'x', { by: 'x' }]), direction: dice.pick(['IN', 'OUT', '', 5]) },
];

const whole = (material: Material, body: string | Buffer, mayBe200 = false) =>
  one(material, { body }, { mayBe200 });

/** Attacks by what the body says. */
export const bodies: Readonly<Record<string, Attack>> = {
  'wrong types': (material) => {
    const { dice } = material;
    const target = dice.pick([paths.schedule, paths.schedule, paths.callback, paths.list, paths.history]);
    return one(
      material,
      { target, body: JSON.stringify(mutate(message(dice), dice)) },
      // An added member, or a changed text, is still a message.
      { mayBe200: target !== paths.callback },
    );
  },
  depth(material) {
    const { dice } = material;
    const depth = 1 + dice.upTo(dice.pick([5, 200, 20_000, 500_000]));
    const [open, close] = dice.pick([
      ['[', ']'],
      ['{"a":', '}'],
      ['[{"content":', '}]'],
    ] as const);
    const inner = dice.pick(['', '1', '"x"', 'null']) || (open === '[' ? '' : '1');
    const nested = (open.repeat(depth) + inner + close.repeat(dice.random() < 0.8 ? depth : 0)).slice(
      0,
      1_040_000,
    );
    const isMember = dice.random() < 0.3;
    return whole(material, isMember ? `{"content":${nested},"requestId":"${dice.uuid()}"}` : nested);
  },
  sizes(material) {
    const { dice } = material;
    const size = dice.pick([1_000, 100_000, 1_000_000, 1_048_576, 1_100_000, 3_000_000]);
    const text = dice.pick(['x', 'é', '🎉', '\\u0041', ' ']).repeat(size / 4);
    const body = JSON.stringify(message(dice)).replace(marks.text, () => marks.text + text);
    return whole(material, body, true);
  },
  'many members': (material) => {
    const { dice } = material;
    const count = dice.pick([10, 1_000, 9_999, 10_001, 70_000]);
    const members = Array.from(
      { length: count },
      (_, at) => `"${dice.pick(['m', 'requestI', '__proto__'])}${at}":0`,
    );
    return whole(material, `{${members.join()}}`);
  },
  'huge numbers': (material) => {
    const { dice } = material;
    const number = dice.pick(oddNumbers);
    const target = dice.pick([paths.schedule, paths.history, paths.list, paths.callback]);
    const body = JSON.stringify({
      ...message(dice),
      cascadeId: '#',
      offset: '#',
      limit: '#',
      subjectId: '#',
    });
    // These are integers (JSON Schema), and may be in the range of their members.
    const isInteger = ['-0', '1.0', '1e2'].includes(number);
    return one(material, { target, body: body.replaceAll('"#"', number) }, { mayBe200: isInteger });
  },
  encodings(material) {
    const { dice } = material;
    const text = JSON.stringify(message(dice));
    const bytes = dice.pick([
      Buffer.from(text, 'utf16le'),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
      Buffer.from(text.replace(marks.text, `${marks.text}\xe9\xff`), 'latin1'),
      Buffer.concat([Buffer.from(text), dice.bytes(8)]),
      Buffer.from(text.replace(marks.text, '\\ud800')),
      Buffer.from(text.replace(marks.text, '\\u0000')),
      Buffer.from(text.replace('"requestId"', '"requestId\\u0000"')),
      Buffer.from(text + text),
      Buffer.from(`${text},`),
      Buffer.from(text.replace('{', `{"requestId":"${dice.uuid()}",`)),
    ]);
    return whole(material, bytes, true);
  },
  'not JSON': (material) => whole(material, material.dice.bytes(material.dice.upTo(2_000))),
  unicode(material) {
    const { dice } = material;
    const odd = dice.pick([
      '\u0000',
      '\ud800',
      '\u2028',
      '\u202e',
      '\ufeff',
      '👩‍👩‍👧',
      'ﷺ'.repeat(20),
      '\u0301'.repeat(500),
    ]);
    const base = message(dice);
    const where = dice.pick(['text', 'address', 'type', 'requestId', 'comment']);
    const body = {
      ...base,
      ...(where === 'comment' && { comment: odd }),
      ...(where === 'requestId' && { requestId: odd }),
      ...(where === 'address' && { subscriberFilter: { address: odd, type: 'PHONE' } }),
      ...(where === 'type' && { subscriberFilter: { address: marks.address, type: odd } }),
      ...(where === 'text' && {
        content: { smsContent: { contentType: 'TEXT', text: `${marks.text}${odd}` } },
      }),
    };
    return whole(material, JSON.stringify(body), true);
  },
  lists(material) {
    const { dice } = material;
    const body = JSON.stringify(dice.pick(listRequests(dice)));
    return one(material, { target: dice.pick([paths.list, paths.history]), body }, { mayBe200: true });
  },
};
