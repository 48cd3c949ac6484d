import { details, problemBodies } from '../changes.ts';
import type { Mutant } from '../mutant.ts';
import { mutantsOf } from '../mutant.ts';
import { asked, textContent, texts, threeStages, twoStages } from '../witness/requests.ts';
import { type Ask, inDetail, member } from '../witness/witness.ts';

const invalid = 'cascade-scheduling-request-is-not-valid';

/** A stage of cascade 31634 without content; content without a stage there; both at once. */
const missing = texts(twoStages, 'chatoneContent');
const surplus = texts(twoStages, 'chatoneContent', 'chattwoContent', 'smsContent');
const both = texts(twoStages, 'chatoneContent', 'smsContent');
/** Two stages of cascade 1000000 without content. */
const twoMissing = texts(threeStages, 'smsContent');

/** The text of violations edited; the witness compares the first group that the pattern finds in `detail`. */
const violation = mutantsOf(
  'text',
  ({
    edit,
    ask,
    pattern,
  }: {
    readonly edit: (detail: string) => string;
    readonly ask: Ask;
    readonly pattern: RegExp;
  }) => ({ change: details(edit, invalid), ask, lens: inDetail(pattern) }),
);

/** Replaces every occurrence of one text by another. */
function swap(from: string | RegExp, to: string): (detail: string) => string {
  return (detail) => detail.replaceAll(from, to);
}

/** The cascade id written in another way; `write` gets its digits. */
function idWritten(write: (digits: string) => string): (detail: string) => string {
  return (detail) =>
    detail.replace(/(?<=cascadeTemplateId:)[\d,]+/g, (written) => write(written.replaceAll(',', '')));
}

/** Each channel of a violation written in another way. */
function channelWritten(write: (channel: string) => string): (detail: string) => string {
  return (detail) => detail.replace(/(?<=hannelType:)\w+/g, write);
}

const cascadeId = /cascadeTemplateId:(.*?);/;
const uuid = /stageUuid:(.*?);/;
const channel = /channelType:(.*?)\]/;
/** The stages of cascade 31634. */
const first = 'c2b0f4f4-6ed0-4b8f-9d54-6b0f3a531634';
const second = '2ede9313-0539-463a-9ec3-898506f4937a';

/** The two forms of a violation (§7.3) spoilt: their words, and what they name. */
export const violationFormMutants: readonly Mutant[] = [
  violation({
    id: 'surplus-words',
    says: 'Has other words for content without a stage',
    cites: ['7.3/stage-not-found'],
    edit: swap(
      'the cascade template stage was not found for the content',
      'no cascade template stage for the content',
    ),
    ask: surplus,
    pattern: /: (.*?) \[/,
    plain: 'the cascade template stage was not found for the content',
    changed: 'no cascade template stage for the content',
  }),
  violation({
    id: 'surplus-member',
    says: 'Writes channelType for contentChannelType',
    cites: ['7.3/stage-not-found'],
    edit: swap('contentChannelType:', 'channelType:'),
    ask: surplus,
    pattern: /;(\w+):\w+\]/,
    plain: 'contentChannelType',
    changed: 'channelType',
  }),
  violation({
    id: 'surplus-without-cascade',
    says: 'Does not name the cascade of a surplus content',
    cites: ['7.3/stage-not-found'],
    edit: swap(/(?<=for the content \[)cascadeTemplateId:[\d,]+;/g, ''),
    ask: surplus,
    pattern: /\[(\w+):/,
    plain: 'cascadeTemplateId',
    changed: 'contentChannelType',
  }),
  violation({
    id: 'surplus-round-brackets',
    says: 'Writes round brackets',
    cites: ['7.3/stage-not-found'],
    edit: (detail) => detail.replaceAll('[', '(').replaceAll(']', ')'),
    ask: surplus,
    pattern: /content ([[(])/,
    plain: '[',
    changed: '(',
  }),
  violation({
    id: 'missing-words',
    says: 'Has other words for a stage without content',
    cites: ['7.3/content-not-found'],
    edit: swap('content was not found for the cascade', 'content is missing for the cascade'),
    ask: missing,
    pattern: /: (.*?) \[/,
    plain: 'the content was not found for the cascade template stage',
    changed: 'the content is missing for the cascade template stage',
  }),
  violation({
    id: 'missing-without-uuid',
    says: 'Does not name the stage',
    cites: ['7.3/content-not-found', '2.3/stageUuid'],
    edit: swap(/stageUuid:[^;]*;/g, ''),
    ask: missing,
    pattern: uuid,
    plain: '2ede9313-0539-463a-9ec3-898506f4937a',
    changed: '(not found)',
  }),
  violation({
    id: 'missing-member',
    says: 'Writes stageId for stageUuid',
    cites: ['7.3/content-not-found'],
    edit: swap('stageUuid:', 'stageId:'),
    ask: missing,
    pattern: /;(\w+):/,
    plain: 'stageUuid',
    changed: 'stageId',
  }),
  violation({
    id: 'missing-order',
    says: 'Names the channel before the stage',
    cites: ['7.3/content-not-found'],
    edit: swap(/(stageUuid:[^;]*);(channelType:\w+)/g, '$2;$1'),
    ask: missing,
    pattern: /;(\w+):/,
    plain: 'stageUuid',
    changed: 'channelType',
  }),
  violation({
    id: 'missing-commas',
    says: 'Separates what is in brackets by commas',
    cites: ['7.3/content-not-found'],
    edit: swap(/;(?=\w+:)/g, ','),
    ask: missing,
    pattern: /[\d,]+\d(\W)stageUuid/,
    plain: ';',
    changed: ',',
  }),
  violation({
    id: 'missing-equals',
    says: 'Writes = for :',
    cites: ['7.3/content-not-found'],
    edit: swap(/(?<=[;[]\w+):/g, '='),
    ask: missing,
    pattern: /\[\w+(\W)/,
    plain: ':',
    changed: '=',
  }),
  violation({
    id: 'stage-index',
    says: 'Numbers the stage instead of its UUID',
    cites: ['2.3/stageUuid', '7.3/content-not-found'],
    edit: swap(/(?<=stageUuid:)[^;]*/g, '2'),
    ask: missing,
    pattern: uuid,
    plain: '2ede9313-0539-463a-9ec3-898506f4937a',
    changed: '2',
  }),
  violation({
    id: 'other-stage',
    says: 'Names a stage that has its content',
    cites: ['2.3/stageUuid', '7.3/content-not-found'],
    edit: swap(second, first),
    ask: missing,
    pattern: uuid,
    plain: '2ede9313-0539-463a-9ec3-898506f4937a',
    changed: 'c2b0f4f4-6ed0-4b8f-9d54-6b0f3a531634',
  }),
  violation({
    id: 'stage-without-hyphens',
    says: 'Writes the UUID without hyphens',
    cites: ['2.3/stageUuid'],
    edit: (detail) => detail.replace(/(?<=stageUuid:)[^;]*/g, (one) => one.replaceAll('-', '')),
    ask: missing,
    pattern: uuid,
    plain: '2ede9313-0539-463a-9ec3-898506f4937a',
    changed: '2ede93130539463a9ec3898506f4937a',
  }),
  violation({
    id: 'template-id',
    says: 'Writes an id of its own for the cascade',
    cites: ['2.3/cascadeTemplateId', '2.3/id'],
    edit: idWritten(() => '7'),
    ask: missing,
    pattern: cascadeId,
    plain: '31,634',
    changed: '7',
  }),
  violation({
    id: 'template-name',
    says: 'Writes cascadeId for cascadeTemplateId',
    cites: ['2.3/cascadeTemplateId'],
    edit: swap('cascadeTemplateId', 'cascadeId'),
    ask: missing,
    pattern: /\[(\w+):/,
    plain: 'cascadeTemplateId',
    changed: 'cascadeId',
  }),
  violation({
    id: 'channel-lower-case',
    says: 'Writes the channel in lower case',
    cites: ['7.3/channel', '2.3/channelType'],
    edit: channelWritten((name) => name.toLowerCase()),
    ask: missing,
    pattern: channel,
    plain: 'CHATTWO',
    changed: 'chattwo',
  }),
  violation({
    id: 'channel-of-content',
    says: 'Writes the member of the content for the channel',
    cites: ['7.3/channel', '2.3/channelType'],
    edit: channelWritten((name) => `${name.toLowerCase()}Content`),
    ask: missing,
    pattern: channel,
    plain: 'CHATTWO',
    changed: 'chattwoContent',
  }),
  violation({
    id: 'channel-other',
    says: 'Names the wrong channel',
    cites: ['7.3/channel'],
    edit: channelWritten((name) => (name === 'SMS' ? 'CHATONE' : 'SMS')),
    ask: missing,
    pattern: channel,
    plain: 'CHATTWO',
    changed: 'SMS',
  }),
  violation({
    id: 'channel-number',
    says: 'Numbers the channels',
    cites: ['7.3/channel', '2.3/channelType'],
    edit: channelWritten((name) => String(['SMS', 'CHATONE', 'CHATTWO'].indexOf(name))),
    ask: missing,
    pattern: channel,
    plain: 'CHATTWO',
    changed: '2',
  }),
];

const opening = /^(.*?) the /;
const between = /\](.*?)the /;
const separator = /\];\s*(?=the )/g;

/** The text of §7.3 spoilt: its opening, the separator, the order of violations, the digits. */
export const violationTextMutants: readonly Mutant[] = [
  violation({
    id: 'opening-missing',
    says: 'Begins with Violations',
    cites: ['7.3/opening'],
    edit: swap('Cascade scheduling request is not valid. ', ''),
    ask: missing,
    pattern: opening,
    plain: 'Cascade scheduling request is not valid. Violations:',
    changed: 'Violations:',
  }),
  violation({
    id: 'opening-words',
    says: 'Begins with other words',
    cites: ['7.3/opening'],
    edit: swap('is not valid.', 'is invalid.'),
    ask: missing,
    pattern: opening,
    plain: 'Cascade scheduling request is not valid. Violations:',
    changed: 'Cascade scheduling request is invalid. Violations:',
  }),
  violation({
    id: 'opening-violations-missing',
    says: 'Leaves Violations out',
    cites: ['7.3/opening'],
    edit: swap(' Violations:', ''),
    ask: missing,
    pattern: opening,
    plain: 'Cascade scheduling request is not valid. Violations:',
    changed: 'Cascade scheduling request is not valid.',
  }),
  violation({
    id: 'opening-singular',
    says: 'Says Violation where there is one',
    cites: ['7.3/opening'],
    edit: swap('Violations:', 'Violation:'),
    ask: missing,
    pattern: opening,
    plain: 'Cascade scheduling request is not valid. Violations:',
    changed: 'Cascade scheduling request is not valid. Violation:',
  }),
  violation({
    id: 'separator-comma',
    says: 'Separates violations by commas',
    cites: ['7.3/separator'],
    edit: swap(separator, '], '),
    ask: both,
    pattern: between,
    plain: '; ',
    changed: ', ',
  }),
  violation({
    id: 'separator-line',
    says: 'Writes each violation on a line',
    cites: ['7.3/separator'],
    edit: swap(separator, ']\n'),
    ask: both,
    pattern: /\]([;\s]*)the /,
    plain: '; ',
    changed: '\n',
  }),
  violation({
    id: 'separator-and',
    says: 'Joins violations by a word',
    cites: ['7.3/separator'],
    edit: swap(separator, '] and '),
    ask: both,
    pattern: between,
    plain: '; ',
    changed: ' and ',
  }),
  violation({
    id: 'separator-missing',
    says: 'Writes violations one behind the other',
    cites: ['7.3/separator'],
    edit: swap(separator, '] '),
    ask: both,
    pattern: between,
    plain: '; ',
    changed: ' ',
  }),
  violation({
    id: 'order',
    says: 'Names the surplus content first',
    cites: ['7.3/order'],
    edit: (detail) => detail.replace(/: (the content .*?\]);\s*(the cascade .*\])$/, ': $2; $1'),
    ask: both,
    pattern: /Violations: the (\w+)/,
    plain: 'content',
    changed: 'cascade',
  }),
  violation({
    id: 'first-only',
    says: 'Stops at the first violation',
    cites: ['7.3/order', '7.3/separator'],
    edit: (detail) => detail.replace(/\];.*$/, ']'),
    ask: both,
    pattern: /\]; the (\w+)/,
    plain: 'cascade',
    changed: '(not found)',
  }),
  violation({
    id: 'last-only',
    says: 'Overwrites a violation by the next one',
    cites: ['7.3/order'],
    edit: (detail) => detail.replace(/: the .*\]; /, ': '),
    ask: both,
    pattern: /Violations: the (\w+)/,
    plain: 'content',
    changed: 'cascade',
  }),
  violation({
    id: 'one-stage-only',
    says: 'Names only one of two stages without content',
    cites: ['7.3/content-not-found', '2.3/stages'],
    edit: (detail) => detail.replace(/(?<=channelType:\w+\]); the content.*$/, ''),
    ask: twoMissing,
    pattern: /\]; the (\w+)/,
    plain: 'content',
    changed: '(not found)',
  }),
  violation({
    id: 'thousands-missing',
    says: 'Writes the cascade id without separator',
    cites: ['7.3/thousands'],
    edit: idWritten((digits) => digits),
    ask: missing,
    pattern: cascadeId,
    plain: '31,634',
    changed: '31634',
  }),
  violation({
    id: 'thousands-dot',
    says: 'Groups by dots',
    cites: ['7.3/thousands'],
    edit: idWritten(grouped('.')),
    ask: missing,
    pattern: cascadeId,
    plain: '31,634',
    changed: '31.634',
  }),
  violation({
    id: 'thousands-blank',
    says: 'Groups by no-break spaces',
    cites: ['7.3/thousands'],
    edit: idWritten(grouped('\u00a0')),
    ask: missing,
    pattern: cascadeId,
    plain: '31,634',
    changed: '31\u00a0634',
  }),
  violation({
    id: 'thousands-apostrophe',
    says: 'Groups by apostrophes',
    cites: ['7.3/thousands'],
    edit: idWritten(grouped("'")),
    ask: missing,
    pattern: cascadeId,
    plain: '31,634',
    changed: "31'634",
  }),
  violation({
    id: 'thousands-indian',
    says: 'Groups digits the Indian way',
    cites: ['7.3/thousands'],
    edit: idWritten((digits) => Number(digits).toLocaleString('en-IN')),
    ask: twoMissing,
    pattern: cascadeId,
    plain: '1,000,000',
    changed: '10,00,000',
  }),
  violation({
    id: 'thousands-once',
    says: 'Sets one separator, however long the id',
    cites: ['7.3/thousands'],
    edit: idWritten((digits) => digits.replace(/(\d{3})$/, ',$1')),
    ask: twoMissing,
    pattern: cascadeId,
    plain: '1,000,000',
    changed: '1000,000',
  }),
  violation({
    id: 'thousands-short',
    says: 'Groups only what has five digits or more',
    cites: ['7.3/thousands'],
    edit: idWritten((digits) => (digits.length < 5 ? digits : grouped(',')(digits))),
    ask: asked({ content: { chattwoContent: textContent() } }),
    pattern: cascadeId,
    plain: '2,002',
    changed: '2002',
  }),
  mutantsOf('text')({
    id: 'title-third-spelling',
    says: 'Has a third spelling of the title',
    cites: ['7.1/title-without-is', '7.1/cascade-scheduling-request-is-not-valid'],
    change: problemBodies((body) => ({ ...body, title: 'cascade-scheduling-request-is-invalid' }), invalid),
    ask: missing,
    lens: member('title'),
    plain: '"cascade-scheduling-request-not-valid"',
    changed: '"cascade-scheduling-request-is-invalid"',
  }),
];

function grouped(separator: string): (digits: string) => string {
  return (digits) => digits.replace(/\B(?=(\d{3})+$)/g, separator);
}
