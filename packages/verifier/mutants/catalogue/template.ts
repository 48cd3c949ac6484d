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
  template('any-layout', layout, 'Checks no layout', acceptInsteadOf('matched-template-not-found'), [
    () => scheduling({ content: { smsContent: text({ text: 4821 }) } }),
    malformed,
    'accepted',
  ]),
  template(
    'list-picker',
    layout,
    'Passes over a list picker of the wrong layout',
    editContents((content) =>
      isObject(content.listPicker) && !Array.isArray(content.listPicker.sections)
        ? without(content, 'listPicker')
        : content,
    ),
    [() => chat(sections), malformed, 'accepted'],
  ),
  template(
    'content-object',
    layout,
    'Takes a bare text for a content object',
    editBody((body) =>
      isObject(body.content) && typeof body.content.smsContent === 'string'
        ? { ...body, content: { smsContent: text({ text: body.content.smsContent }) } }
        : body,
    ),
    [() => scheduling({ content: { smsContent: 'Code 4821' } }), '400 content-not-specified', 'accepted'],
  ),
  template(
    'position',
    layout,
    'Finds the channel content at the top as well',
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
  template(
    'more-members',
    layout,
    'Refuses members that the table does not show',
    refuseIf(
      someContent(({ footer }) => footer !== undefined),
      'matched-template-not-found',
    ),
    [() => chat(text({ footer: 'Thank you' })), 'accepted', malformed],
  ),
  template(
    'list-picker-refused',
    layout,
    'Knows no list picker',
    refuseIf(
      someContent(({ listPicker }) => listPicker !== undefined),
      'matched-template-not-found',
    ),
    [() => chat(picker([{ title: 'Today' }])), 'accepted', malformed],
  ),
  template(
    'malformed-accepted-first',
    ['1/validated-first', '4.1/rule-6'],
    'Accepts at once, and looks later',
    answers((answer, call, world) =>
      answer.status === 400 && codeOf(answer) !== 'requestId-is-not-unique'
        ? { ...world.accept(call), status: 202 }
        : answer,
    ),
    [() => scheduling({ content: {} }), '400 content-not-specified', 'accepted'],
  ),
];
