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
const violation = mutantsOf('text', (edit: (detail: string) => string, ask: Ask, pattern: RegExp) => [
  details(edit, invalid),
  ask,
  inDetail(pattern),
]);

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
  violation`surplus-words: Has other words for content without a stage [7.3/stage-not-found]
    ${swap('the cascade template stage was not found for the content', 'no cascade template stage for the content')}
    ${surplus} ${/: (.*?) \[/}
    the cascade template stage was not found for the content → no cascade template stage for the content`,
  violation`surplus-member: Writes channelType for contentChannelType [7.3/stage-not-found]
    ${swap('contentChannelType:', 'channelType:')}
    ${surplus} ${/;(\w+):\w+\]/} contentChannelType → channelType`,
  violation`surplus-without-cascade: Does not name the cascade of a surplus content [7.3/stage-not-found]
    ${swap(/(?<=for the content \[)cascadeTemplateId:[\d,]+;/g, '')}
    ${surplus} ${/\[(\w+):/} cascadeTemplateId → contentChannelType`,
  violation`surplus-round-brackets: Writes round brackets [7.3/stage-not-found]
    ${(detail) => detail.replaceAll('[', '(').replaceAll(']', ')')} ${surplus} ${/content ([[(])/} [ → (`,
  violation`missing-words: Has other words for a stage without content [7.3/content-not-found]
    ${swap('content was not found for the cascade', 'content is missing for the cascade')}
    ${missing} ${/: (.*?) \[/}
    the content was not found for the cascade template stage → the content is missing for the cascade template stage`,
  violation`missing-without-uuid: Does not name the stage [7.3/content-not-found, 2.3/stageUuid]
    ${swap(/stageUuid:[^;]*;/g, '')} ${missing} ${uuid} 2ede9313-0539-463a-9ec3-898506f4937a → (not found)`,
  violation`missing-member: Writes stageId for stageUuid [7.3/content-not-found]
    ${swap('stageUuid:', 'stageId:')} ${missing} ${/;(\w+):/} stageUuid → stageId`,
  violation`missing-order: Names the channel before the stage [7.3/content-not-found]
    ${swap(/(stageUuid:[^;]*);(channelType:\w+)/g, '$2;$1')} ${missing} ${/;(\w+):/} stageUuid → channelType`,
  violation`missing-commas: Separates what is in brackets by commas [7.3/content-not-found]
    ${swap(/;(?=\w+:)/g, ',')} ${missing} ${/[\d,]+\d(\W)stageUuid/} ; → ,`,
  violation`missing-equals: Writes = for : [7.3/content-not-found]
    ${swap(/(?<=[;[]\w+):/g, '=')} ${missing} ${/\[\w+(\W)/} : → =`,
  violation`stage-index: Numbers the stage instead of its UUID [2.3/stageUuid, 7.3/content-not-found]
    ${swap(/(?<=stageUuid:)[^;]*/g, '2')} ${missing} ${uuid} 2ede9313-0539-463a-9ec3-898506f4937a → 2`,
  violation`other-stage: Names a stage that has its content [2.3/stageUuid, 7.3/content-not-found]
    ${swap(second, first)} ${missing} ${uuid}
    2ede9313-0539-463a-9ec3-898506f4937a → c2b0f4f4-6ed0-4b8f-9d54-6b0f3a531634`,
  violation`stage-without-hyphens: Writes the UUID without hyphens [2.3/stageUuid]
    ${(detail) => detail.replace(/(?<=stageUuid:)[^;]*/g, (one) => one.replaceAll('-', ''))} ${missing} ${uuid}
    2ede9313-0539-463a-9ec3-898506f4937a → 2ede93130539463a9ec3898506f4937a`,
  violation`template-id: Writes an id of its own for the cascade [2.3/cascadeTemplateId, 2.3/id]
    ${idWritten(() => '7')} ${missing} ${cascadeId} 31,634 → 7`,
  violation`template-name: Writes cascadeId for cascadeTemplateId [2.3/cascadeTemplateId]
    ${swap('cascadeTemplateId', 'cascadeId')} ${missing} ${/\[(\w+):/} cascadeTemplateId → cascadeId`,
  violation`channel-lower-case: Writes the channel in lower case [7.3/channel, 2.3/channelType]
    ${channelWritten((name) => name.toLowerCase())} ${missing} ${channel} CHATTWO → chattwo`,
  violation`channel-of-content: Writes the member of the content for the channel [7.3/channel, 2.3/channelType]
    ${channelWritten((name) => `${name.toLowerCase()}Content`)} ${missing} ${channel} CHATTWO → chattwoContent`,
  violation`channel-other: Names the wrong channel [7.3/channel]
    ${channelWritten((name) => (name === 'SMS' ? 'CHATONE' : 'SMS'))} ${missing} ${channel} CHATTWO → SMS`,
  violation`channel-number: Numbers the channels [7.3/channel, 2.3/channelType]
    ${channelWritten((name) => String(['SMS', 'CHATONE', 'CHATTWO'].indexOf(name)))} ${missing} ${channel} CHATTWO → 2`,
];

const opening = /^(.*?) the /;
const between = /\](.*?)the /;
const separator = /\];\s*(?=the )/g;

/** The text of §7.3 spoilt: its opening, the separator, the order of violations, the digits. */
export const violationTextMutants: readonly Mutant[] = [
  violation`opening-missing: Begins with Violations [7.3/opening]
    ${swap('Cascade scheduling request is not valid. ', '')} ${missing} ${opening}
    Cascade scheduling request is not valid. Violations: → Violations:`,
  violation`opening-words: Begins with other words [7.3/opening]
    ${swap('is not valid.', 'is invalid.')} ${missing} ${opening}
    Cascade scheduling request is not valid. Violations: → Cascade scheduling request is invalid. Violations:`,
  violation`opening-violations-missing: Leaves Violations out [7.3/opening]
    ${swap(' Violations:', '')} ${missing} ${opening}
    Cascade scheduling request is not valid. Violations: → Cascade scheduling request is not valid.`,
  violation`opening-singular: Says Violation where there is one [7.3/opening]
    ${swap('Violations:', 'Violation:')} ${missing} ${opening}
    Cascade scheduling request is not valid. Violations: → Cascade scheduling request is not valid. Violation:`,
  violation`separator-comma: Separates violations by commas [7.3/separator]
    ${swap(separator, '], ')} ${both} ${between} «; » → «, »`,
  violation`separator-line: Writes each violation on a line [7.3/separator]
    ${swap(separator, ']\n')} ${both} ${/\]([;\s]*)the /} «; » → «\n»`,
  violation`separator-and: Joins violations by a word [7.3/separator]
    ${swap(separator, '] and ')} ${both} ${between} «; » → « and »`,
  violation`separator-missing: Writes violations one behind the other [7.3/separator]
    ${swap(separator, '] ')} ${both} ${between} «; » → « »`,
  violation`order: Names the surplus content first [7.3/order]
    ${(detail) => detail.replace(/: (the content .*?\]);\s*(the cascade .*\])$/, ': $2; $1')}
    ${both} ${/Violations: the (\w+)/} content → cascade`,
  violation`first-only: Stops at the first violation [7.3/order, 7.3/separator]
    ${(detail) => detail.replace(/\];.*$/, ']')} ${both} ${/\]; the (\w+)/} cascade → (not found)`,
  violation`last-only: Overwrites a violation by the next one [7.3/order]
    ${(detail) => detail.replace(/: the .*\]; /, ': ')} ${both} ${/Violations: the (\w+)/} content → cascade`,
  violation`one-stage-only: Names only one of two stages without content [7.3/content-not-found, 2.3/stages]
    ${(detail) => detail.replace(/(?<=channelType:\w+\]); the content.*$/, '')}
    ${twoMissing} ${/\]; the (\w+)/} content → (not found)`,
  violation`thousands-missing: Writes the cascade id without separator [7.3/thousands]
    ${idWritten((digits) => digits)} ${missing} ${cascadeId} 31,634 → 31634`,
  violation`thousands-dot: Groups by dots [7.3/thousands]
    ${idWritten(grouped('.'))} ${missing} ${cascadeId} 31,634 → 31.634`,
  violation`thousands-blank: Groups by no-break spaces [7.3/thousands]
    ${idWritten(grouped('\u00a0'))} ${missing} ${cascadeId} 31,634 → 31\u00a0634`,
  violation`thousands-apostrophe: Groups by apostrophes [7.3/thousands]
    ${idWritten(grouped("'"))} ${missing} ${cascadeId} 31,634 → 31'634`,
  violation`thousands-indian: Groups digits the Indian way [7.3/thousands]
    ${idWritten((digits) => Number(digits).toLocaleString('en-IN'))}
    ${twoMissing} ${cascadeId} 1,000,000 → 10,00,000`,
  violation`thousands-once: Sets one separator, however long the id [7.3/thousands]
    ${idWritten((digits) => digits.replace(/(\d{3})$/, ',$1'))} ${twoMissing} ${cascadeId} 1,000,000 → 1000,000`,
  violation`thousands-short: Groups only what has five digits or more [7.3/thousands]
    ${idWritten((digits) => (digits.length < 5 ? digits : grouped(',')(digits)))}
    ${asked({ content: { chattwoContent: textContent() } })} ${cascadeId} 2,002 → 2002`,
  mutantsOf(
    'text',
  )`title-third-spelling: Has a third spelling of the title [7.1/title-without-is, 7.1/cascade-scheduling-request-is-not-valid]
    ${problemBodies((body) => ({ ...body, title: 'cascade-scheduling-request-is-invalid' }), invalid)}
    ${missing} ${member('title')}
    "cascade-scheduling-request-not-valid" → "cascade-scheduling-request-is-invalid"`,
];

function grouped(separator: string): (digits: string) => string {
  return (digits) => digits.replace(/\B(?=(\d{3})+$)/g, separator);
}
