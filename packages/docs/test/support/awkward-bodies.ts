/** Strings that break programs which forget to escape them. */
const strings = [
  `it's "quoted" \\ and back\\`,
  `$HOME \${HOME} {$x} \`date\` $(date) #{x} %s %d`,
  'line\nbreak\r\n\ttab\u000b\u000c\u0000\u001f\u007f',
  '\u2028\u2029\ufeff\u200d\u202e',
  'ünïcödé 漢字 👩‍👧 \u{10ffff}',
  `"""triple""" '''triple'''""""`,
  '</script> <?php ?> */ /* // # -- <<<X',
  '\\u0041 \\n \\x41 \\0 \\',
  'trailing blank ',
  '',
];

const alphabet = [...`"'\\$\`{}()\n\r\t #%<>?*/ué漢👩\u0000\u2028ab01`];

/** The same strings in every run: a linear congruential generator picks the characters. */
function mixed(count: number): readonly string[] {
  let state = 15;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: next(12) }, () => alphabet[next(alphabet.length)]).join(''),
  );
}

const names = Object.fromEntries(strings.map((text, index) => [`${text} ${index}a`, index]));

/** Bodies of JSON whose values every language can hold. */
export const jsonBodies = [
  { requestId: 'r', content: { smsContent: { contentType: 'TEXT', text: strings[0] } } },
  { requestId: 'r', strings, mixed: mixed(60), names },
  { requestId: 'r', numbers: [0, -1, 52.52, 1e21, 1e-7, 9007199254740991], yes: true, no: false, none: null },
  { requestId: 'r', empty: [{}, [], [[]], ''], __a: 1 },
].map((value) => JSON.stringify(value));

/** Bodies that must arrive byte by byte. */
export const textBodies = [
  '{',
  '"""',
  '"ends with a quote"',
  '[]',
  '{"a": 12345678901234567890, "b": 1.0}',
  '{"a": 1, "a": 2}',
  '[{"7": "x", "0": 1}]',
  '[{"__proto__": 1}]',
  '{"a": "\\ud800"}',
  '`back` $x "q" \'s\' \\ \\n {$y} \u2028 é \n  next\r\nline ',
  ...strings.filter((text) => text !== '' && !text.includes('\0')),
];
