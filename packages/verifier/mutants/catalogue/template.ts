import { acceptInsteadOf, answers, editBody, editContents, refuseIf, someContent } from '../changes.ts';
import type { Mutant } from '../mutant.ts';
import { codeOf, isObject, without } from '../proxy/wire.ts';
import { chat, members, picker, scheduling, text } from '../witness/requests.ts';
import { mutantsOf } from './mutants-of.ts';

const malformed = '400 matched-template-not-found';

const template = mutantsOf('template');

const layout: Mutant['clauses'] = ['4.1/rule-4', '7.1/matched-template-not-found'];
const sections = { contentType: 'LIST_PICKER', listPicker: { sections: { items: [] } } };

export const templateMutants: readonly Mutant[] = [
  template`any-layout: Checks no layout [${layout}]`(acceptInsteadOf('matched-template-not-found'), [
    () => scheduling({ content: { smsContent: text({ text: 4821 }) } }),
    malformed,
    'accepted',
  ]),
  template`list-picker: Passes over a list picker of the wrong layout [${layout}]`(
    editContents((content) =>
      isObject(content.listPicker) && !Array.isArray(content.listPicker.sections)
        ? without(content, 'listPicker')
        : content,
    ),
    [() => chat(sections), malformed, 'accepted'],
  ),
  template`content-object: Takes a bare text for a content object [${layout}]`(
    editBody((body) =>
      isObject(body.content) && typeof body.content.smsContent === 'string'
        ? { ...body, content: { smsContent: text({ text: body.content.smsContent }) } }
        : body,
    ),
    [() => scheduling({ content: { smsContent: 'Code 4821' } }), '400 content-not-specified', 'accepted'],
  ),
  template`position: Finds the channel content at the top as well [${layout}]`(
    editBody((body) =>
      isObject(body.smsContent)
        ? { ...without(body, 'smsContent'), content: { smsContent: body.smsContent } }
        : body,
    ),
    [
      () => ({ ...scheduling(), body: { ...without(members(), 'content'), smsContent: text() } }),
      '400 content-not-specified',
      'accepted',
    ],
  ),
  template`more-members: Refuses members that the table does not show [${layout}]`(
    refuseIf(
      someContent(({ footer }) => footer !== undefined),
      'matched-template-not-found',
    ),
    [() => chat(text({ footer: 'Thank you' })), 'accepted', malformed],
  ),
  template`list-picker-refused: Knows no list picker [${layout}]`(
    refuseIf(
      someContent(({ listPicker }) => listPicker !== undefined),
      'matched-template-not-found',
    ),
    [() => chat(picker([{ title: 'Today' }])), 'accepted', malformed],
  ),
  template`malformed-accepted-first: Accepts at once, and looks later [1/validated-first, 4.1/rule-6]`(
    answers((answer, call, world) =>
      answer.status === 400 && codeOf(answer) !== 'requestId-is-not-unique'
        ? { ...world.accept(call), status: 202 }
        : answer,
    ),
    [() => scheduling({ content: {} }), '400 content-not-specified', 'accepted'],
  ),
];
