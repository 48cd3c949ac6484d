import type { Mutant } from '../mutant.ts';
import { idWritten, missing, surplus, swap, violation } from './violation.ts';

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
