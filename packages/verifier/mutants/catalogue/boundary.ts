import { someContent } from '../changes/contents.ts';
import { editContents, refuseIf } from '../changes/on-request.ts';
import type { Mutant } from '../mutant.ts';
import { chat } from '../witness/requests.ts';
import { mutantsOf } from './mutants-of.ts';
import { attachmentName, buttonCount, itemText, payload, type Quantity } from './quantities.ts';

const boundary = mutantsOf('boundary');

/** A limit of §8, and what a provider answers beyond it. */
interface Limit {
  readonly name: string;
  readonly maximum: number;
  readonly of: Quantity;
  readonly clauses: readonly [string, ...string[]];
  readonly code: string;
  readonly detail?: string;
}

const itemLimit = { maximum: 24, code: 'template-parameter-is-not-valid' };

const limits: readonly Limit[] = [
  {
    name: 'attachment-name',
    maximum: 70,
    of: attachmentName,
    clauses: ['8/attachmentName', '2.2/attachmentName-length'],
    code: 'attachmentName-is-too-long',
  },
  {
    name: 'list-picker-title',
    ...itemLimit,
    of: itemText('title'),
    clauses: ['8/listPicker', '2.2/listPicker-title'],
  },
  {
    name: 'list-picker-subtitle',
    ...itemLimit,
    of: itemText('subtitle'),
    clauses: ['8/listPicker', '2.2/listPicker-subtitle'],
  },
  buttonLimit('buttons', 10, buttonCount(), ['8/buttons', '2.2/buttons'], 'Too many buttons'),
  buttonLimit('url-buttons', 2, buttonCount('URL'), ['8/buttons-url', '2.2/buttons'], 'Too many URL buttons'),
  buttonLimit(
    'phone-buttons',
    1,
    buttonCount('PHONE'),
    ['8/buttons-phone', '2.2/buttons'],
    'Too many PHONE buttons',
  ),
  buttonLimit('payload', 128, payload, ['8/payload', '2.2/payload'], 'Payload is too long'),
];

function buttonLimit(
  name: string,
  maximum: number,
  of: Quantity,
  clauses: Limit['clauses'],
  says: string,
): Limit {
  return {
    name,
    maximum,
    of,
    clauses,
    code: 'button-validation-error',
    detail: `${says}, maximum is ${maximum}`,
  };
}

/** Three mutants for each limit: the maximum is one too high, one too low, or missing. */
export const boundaryMutants: readonly Mutant[] = limits.flatMap(
  ({ name, maximum, of: { make, sizeOf, cut }, clauses, code, detail }) => {
    const cited: Mutant['clauses'] = [...clauses, `7.1/${code}`];
    const refused = `400 ${code}`;
    const ask = (size: number) => () => chat(make(size));
    return [
      boundary(
        `${name}-one-more`,
        cited,
        `Takes ${maximum + 1} for ${maximum}: ${name}`,
        editContents((content) => (sizeOf(content) === maximum + 1 ? cut(content, maximum) : content)),
        [ask(maximum + 1), refused, 'accepted'],
      ),
      boundary(
        `${name}-one-less`,
        cited,
        `Refuses ${maximum}, which is allowed: ${name}`,
        refuseIf(
          someContent((content) => sizeOf(content) === maximum),
          code,
          detail,
        ),
        [ask(maximum), 'accepted', refused],
      ),
      boundary(
        `${name}-unlimited`,
        cited,
        `Has no limit at all: ${name}`,
        editContents((content) => cut(content, maximum)),
        [ask(maximum * 3), refused, 'accepted'],
      ),
    ];
  },
);
