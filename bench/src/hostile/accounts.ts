import { type Attack, message, one, paths, requestBytes } from './shot.ts';

const tricks = (port: number) => [
  `http://127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}/`,
  `https://localhost:${port}/`,
  `https://localhost.:${port}/`,
  `https://[::1]:${port}/`,
  `https://[::ffff:127.0.0.1]:${port}/`,
  `https://0x7f000001:${port}/`,
  `https://2130706433:${port}/`,
  `https://127.1:${port}/`,
  `https://0:${port}/`,
  `https://0.0.0.0:${port}/`,
  `https://017700000001:${port}/`,
  `https://127。0。0。1:${port}/`,
  `https://user:pass@127.0.0.1:${port}/`,
  `https://example.com@127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}#@example.com/`,
  `https://127.0.0.1:${port}\\@example.com/`,
  'https://169.254.169.254/latest/meta-data/',
  'https://[fd00:ec2::254]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[64:ff9b::7f00:1]/',
  'https://10.0.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://metadata.google.internal/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'javascript:alert(1)',
  'https://',
  'https:///',
  'https://a b/',
  'https://example.test/\r\nx-api-key: injected',
  `https://example.test/${'a'.repeat(600)}`,
  'https://example.test/\u0000',
  'https://example.test:99999/',
  'https://xn--/',
  '',
];

/** Attacks on other accounts and on what the service calls. */
export const accounts: Readonly<Record<string, Attack>> = {
  'callback URLs': (material) => {
    const { dice, canaryPort } = material;
    const statusCallbackUrl = dice.pick(tricks(canaryPort));
    const more = dice.pick([{}, { subjectId: dice.pick([0, -1, 2147483648, '1']) }]);
    return one(material, {
      target: paths.callback,
      body: JSON.stringify({ statusCallbackUrl, ...more }),
    });
  },
  'duplicates at once': (material) => {
    const body = JSON.stringify(message(material.dice));
    return one(material, { body }, { mayBe200: true, copies: 50 });
  },
  "other accounts' ids": (material) => {
    const { dice, foreign } = material;
    if (dice.random() < 0.3)
      return one(material, { body: JSON.stringify({ ...message(dice), cascadeId: foreign.cascadeId }) });
    const body = dice.pick([{ requestId: foreign.requestId }, { messageId: foreign.messageId }]);
    return one(material, { target: paths.history, body: JSON.stringify(body) }, { mayBe200: true });
  },
  keys(material) {
    const { dice, secrets } = material;
    const key = dice.pick([
      '',
      ' ',
      'x'.repeat(8_000),
      `${material.attacker} `,
      `${material.attacker}, ${secrets[0]}`,
      `${material.attacker}\u00ff`,
      material.attacker.toUpperCase(),
      "' or 1=1 --",
      'expired-hostile-key',
      '\u00e9\u00e8',
    ]);
    const pieces = [requestBytes(key, { body: JSON.stringify(message(dice)) })];
    // Blanks around a header's value do not belong to it.
    return one(material, {}, { pieces, mayBe200: key.trim() === material.attacker });
  },
};
