import { details, problemBodies } from '../changes.ts';
import type { Mutant } from '../mutant.ts';
import { scheduling, text, threeStages, twoStages } from '../witness/requests.ts';
import { type Ask, inDetail, member } from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

const spoilt = mutantsOf('text');

const invalid = 'cascade-scheduling-request-is-not-valid';

/** A stage of cascade 31634 without content. */
const missing: Ask = () => scheduling({ cascadeId: twoStages, content: { chatoneContent: text() } });

/** Content without a stage there. */
const surplus: Ask = () => {
  const content = { chatoneContent: text(), chattwoContent: text(), smsContent: text() };
  return scheduling({ cascadeId: twoStages, content });
};

/** Both at once. */
const both: Ask = () =>
  scheduling({ cascadeId: twoStages, content: { chatoneContent: text(), smsContent: text() } });

/** Two stages of cascade 1000000 without content. */
const twoMissing: Ask = () => scheduling({ cascadeId: threeStages, content: { smsContent: text() } });

/** What the witness compares: the first group that the pattern finds in `detail`. */
type Sight = readonly [ask: Ask, pattern: RegExp, plain: string, changed: string];

/** The text of violations edited. */
function violation(
  id: string,
  clauses: Mutant['clauses'],
  title: string,
  edit: (detail: string) => string,
  [ask, pattern, plain, changed]: Sight,
): Mutant {
  return spoilt(id, clauses, title, details(edit, invalid), [ask, plain, changed, inDetail(pattern)]);
}

/** Replaces every occurrence of one text by another. */
function swap(from: string | RegExp, to: string): (detail: string) => string {
  return (detail) => detail.replaceAll(from, to);
}

/** The cascade id written in another way; `write` gets its digits. */
function idWritten(write: (digits: string) => string): (detail: string) => string {
  return (detail) =>
    detail.replace(/(?<=cascadeTemplateId:)[\d,]+/g, (written) => write(written.replaceAll(',', '')));
}

const cascadeId = /cascadeTemplateId:(.*?);/;
const uuid = /stageUuid:(.*?);/;
const channel = /channelType:(.*?)\]/;
/** The stages of cascade 31634. */
const first = 'c2b0f4f4-6ed0-4b8f-9d54-6b0f3a531634';
const second = '2ede9313-0539-463a-9ec3-898506f4937a';

/** The two forms of a violation (§7.3) spoilt: their words, and what they name. */
export const violationFormMutants: readonly Mutant[] = [
  violation(
    'surplus-words',
    ['7.3/stage-not-found'],
    'Has other words for content without a stage',
    swap(
      'the cascade template stage was not found for the content',
      'no cascade template stage for the content',
    ),
    [
      surplus,
      /: (.*?) \[/,
      'the cascade template stage was not found for the content',
      'no cascade template stage for the content',
    ],
  ),
  violation(
    'surplus-member',
    ['7.3/stage-not-found'],
    'Writes channelType for contentChannelType',
    swap('contentChannelType:', 'channelType:'),
    [surplus, /;(\w+):\w+\]/, 'contentChannelType', 'channelType'],
  ),
  violation(
    'surplus-without-cascade',
    ['7.3/stage-not-found'],
    'Does not name the cascade of a surplus content',
    swap(/(?<=for the content \[)cascadeTemplateId:[\d,]+;/g, ''),
    [surplus, /\[(\w+):/, 'cascadeTemplateId', 'contentChannelType'],
  ),
  violation(
    'surplus-round-brackets',
    ['7.3/stage-not-found'],
    'Writes round brackets',
    (detail) => detail.replaceAll('[', '(').replaceAll(']', ')'),
    [surplus, /content ([[(])/, '[', '('],
  ),
  violation(
    'missing-words',
    ['7.3/content-not-found'],
    'Has other words for a stage without content',
    swap(
      'the content was not found for the cascade template stage',
      'the content is missing for the cascade template stage',
    ),
    [
      missing,
      /: (.*?) \[/,
      'the content was not found for the cascade template stage',
      'the content is missing for the cascade template stage',
    ],
  ),
  violation(
    'missing-without-uuid',
    ['7.3/content-not-found', '2.3/stageUuid'],
    'Does not name the stage',
    swap(/stageUuid:[^;]*;/g, ''),
    [missing, uuid, second, '(not found)'],
  ),
  violation(
    'missing-member',
    ['7.3/content-not-found'],
    'Writes stageId for stageUuid',
    swap('stageUuid:', 'stageId:'),
    [missing, /;(\w+):/, 'stageUuid', 'stageId'],
  ),
  violation(
    'missing-order',
    ['7.3/content-not-found'],
    'Names the channel before the stage',
    swap(/(stageUuid:[^;]*);(channelType:\w+)/g, '$2;$1'),
    [missing, /;(\w+):/, 'stageUuid', 'channelType'],
  ),
  violation(
    'missing-commas',
    ['7.3/content-not-found'],
    'Separates what is in brackets by commas',
    swap(/;(?=\w+:)/g, ','),
    [missing, /[\d,]+\d(\W)stageUuid/, ';', ','],
  ),
  violation('missing-equals', ['7.3/content-not-found'], 'Writes = for :', swap(/(?<=[;[]\w+):/g, '='), [
    missing,
    /\[\w+(\W)/,
    ':',
    '=',
  ]),
  violation(
    'stage-index',
    ['2.3/stageUuid', '7.3/content-not-found'],
    'Numbers the stage instead of its UUID',
    swap(/(?<=stageUuid:)[^;]*/g, '2'),
    [missing, uuid, second, '2'],
  ),
  violation(
    'other-stage',
    ['2.3/stageUuid', '7.3/content-not-found'],
    'Names a stage that has its content',
    swap(second, first),
    [missing, uuid, second, first],
  ),
  violation(
    'stage-without-hyphens',
    ['2.3/stageUuid'],
    'Writes the UUID without hyphens',
    (detail) => detail.replace(/(?<=stageUuid:)[^;]*/g, (one) => one.replaceAll('-', '')),
    [missing, uuid, second, second.replaceAll('-', '')],
  ),
  violation(
    'template-id',
    ['2.3/cascadeTemplateId', '2.3/id'],
    'Writes an id of its own for the cascade',
    idWritten(() => '7'),
    [missing, cascadeId, '31,634', '7'],
  ),
  violation(
    'template-name',
    ['2.3/cascadeTemplateId'],
    'Writes cascadeId for cascadeTemplateId',
    swap('cascadeTemplateId', 'cascadeId'),
    [missing, /\[(\w+):/, 'cascadeTemplateId', 'cascadeId'],
  ),
  violation(
    'channel-lower-case',
    ['7.3/channel', '2.3/channelType'],
    'Writes the channel in lower case',
    (detail) => detail.replace(/(?<=hannelType:)\w+/g, (name) => name.toLowerCase()),
    [missing, channel, 'CHATTWO', 'chattwo'],
  ),
  violation(
    'channel-of-content',
    ['7.3/channel', '2.3/channelType'],
    'Writes the member of the content for the channel',
    (detail) => detail.replace(/(?<=hannelType:)\w+/g, (name) => `${name.toLowerCase()}Content`),
    [missing, channel, 'CHATTWO', 'chattwoContent'],
  ),
  violation(
    'channel-other',
    ['7.3/channel'],
    'Names the wrong channel',
    (detail) => detail.replace(/(?<=hannelType:)\w+/g, (name) => (name === 'SMS' ? 'CHATONE' : 'SMS')),
    [missing, channel, 'CHATTWO', 'SMS'],
  ),
  violation(
    'channel-number',
    ['7.3/channel', '2.3/channelType'],
    'Numbers the channels',
    (detail) =>
      detail.replace(/(?<=hannelType:)\w+/g, (name) => String(['SMS', 'CHATONE', 'CHATTWO'].indexOf(name))),
    [missing, channel, 'CHATTWO', '2'],
  ),
];

const wording = mutantsOf('text');
const opening = /^(.*?) the /;
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
