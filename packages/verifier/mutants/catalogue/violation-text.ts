import { problemBodies } from '../changes/on-answer.ts';
import type { Mutant } from '../mutant.ts';
import { member } from '../witness/observe.ts';
import { scheduling, text } from '../witness/requests.ts';
import { mutantsOf } from './mutants-of.ts';
import { both, idWritten, invalid, missing, swap, twoMissing, violation } from './violation.ts';

const wording = mutantsOf('text');
const opening = /^(.*?) the /;
const cascadeId = /cascadeTemplateId:(.*?);/;
const between = /\](.*?)the /;
const sentence = 'Cascade scheduling request is not valid. Violations:';

/** The text of §7.3 spoilt: its opening, the separator, the order of violations, the digits. */
export const violationTextMutants: readonly Mutant[] = [
  violation(
    'opening-missing',
    ['7.3/opening'],
    'Begins with Violations',
    swap('Cascade scheduling request is not valid. ', ''),
    [missing, opening, sentence, 'Violations:'],
  ),
  violation(
    'opening-words',
    ['7.3/opening'],
    'Begins with other words',
    swap('is not valid.', 'is invalid.'),
    [missing, opening, sentence, 'Cascade scheduling request is invalid. Violations:'],
  ),
  violation(
    'opening-violations-missing',
    ['7.3/opening'],
    'Leaves Violations out',
    swap(' Violations:', ''),
    [missing, opening, sentence, 'Cascade scheduling request is not valid.'],
  ),
  violation(
    'opening-singular',
    ['7.3/opening'],
    'Says Violation where there is one',
    swap('Violations:', 'Violation:'),
    [missing, opening, sentence, 'Cascade scheduling request is not valid. Violation:'],
  ),
  violation(
    'separator-comma',
    ['7.3/separator'],
    'Separates violations by commas',
    swap(/\];\s*(?=the )/g, '], '),
    [both, between, '; ', ', '],
  ),
  violation(
    'separator-line',
    ['7.3/separator'],
    'Writes each violation on a line',
    swap(/\];\s*(?=the )/g, ']\n'),
    [both, /\]([;\s]*)the /, '; ', '\n'],
  ),
  violation(
    'separator-and',
    ['7.3/separator'],
    'Joins violations by a word',
    swap(/\];\s*(?=the )/g, '] and '),
    [both, between, '; ', ' and '],
  ),
  violation(
    'separator-missing',
    ['7.3/separator'],
    'Writes violations one behind the other',
    swap(/\];\s*(?=the )/g, '] '),
    [both, between, '; ', ' '],
  ),
  violation(
    'order',
    ['7.3/order'],
    'Names the surplus content first',
    (detail) => detail.replace(/: (the content .*?\]);\s*(the cascade .*\])$/, ': $2; $1'),
    [both, /Violations: the (\w+)/, 'content', 'cascade'],
  ),
  violation(
    'first-only',
    ['7.3/order', '7.3/separator'],
    'Stops at the first violation',
    (detail) => detail.replace(/\];.*$/, ']'),
    [both, /\]; the (\w+)/, 'cascade', '(not found)'],
  ),
  violation(
    'last-only',
    ['7.3/order'],
    'Overwrites a violation by the next one',
    (detail) => detail.replace(/: the .*\]; /, ': '),
    [both, /Violations: the (\w+)/, 'content', 'cascade'],
  ),
  violation(
    'one-stage-only',
    ['7.3/content-not-found', '2.3/stages'],
    'Names only one of two stages without content',
    (detail) => detail.replace(/(?<=channelType:\w+\]); the content.*$/, ''),
    [twoMissing, /\]; the (\w+)/, 'content', '(not found)'],
  ),
  violation(
    'thousands-missing',
    ['7.3/thousands'],
    'Writes the cascade id without separator',
    idWritten((digits) => digits),
    [missing, cascadeId, '31,634', '31634'],
  ),
  violation('thousands-dot', ['7.3/thousands'], 'Groups by dots', idWritten(grouped('.')), [
    missing,
    cascadeId,
    '31,634',
    '31.634',
  ]),
  violation('thousands-blank', ['7.3/thousands'], 'Groups by no-break spaces', idWritten(grouped('\u00a0')), [
    missing,
    cascadeId,
    '31,634',
    '31\u00a0634',
  ]),
  violation('thousands-apostrophe', ['7.3/thousands'], 'Groups by apostrophes', idWritten(grouped("'")), [
    missing,
    cascadeId,
    '31,634',
    "31'634",
  ]),
  violation(
    'thousands-indian',
    ['7.3/thousands'],
    'Groups digits the Indian way',
    idWritten((digits) => Number(digits).toLocaleString('en-IN')),
    [twoMissing, cascadeId, '1,000,000', '10,00,000'],
  ),
  violation(
    'thousands-once',
    ['7.3/thousands'],
    'Sets one separator, however long the id',
    idWritten((digits) => digits.replace(/(\d{3})$/, ',$1')),
    [twoMissing, cascadeId, '1,000,000', '1000,000'],
  ),
  violation(
    'thousands-short',
    ['7.3/thousands'],
    'Groups only what has five digits or more',
    idWritten((digits) => (digits.length < 5 ? digits : grouped(',')(digits))),
    [() => scheduling({ content: { chattwoContent: text() } }), cascadeId, '2,002', '2002'],
  ),
  wording(
    'title-third-spelling',
    ['7.1/title-without-is', '7.1/cascade-scheduling-request-is-not-valid'],
    'Has a third spelling of the title',
    problemBodies((body) => ({ ...body, title: 'cascade-scheduling-request-is-invalid' }), invalid),
    [
      missing,
      '"cascade-scheduling-request-not-valid"',
      '"cascade-scheduling-request-is-invalid"',
      member('title'),
    ],
  ),
];

function grouped(separator: string): (digits: string) => string {
  return (digits) => digits.replace(/\B(?=(\d{3})+$)/g, separator);
}
