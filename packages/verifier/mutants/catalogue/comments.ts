import { details, problemBodies } from '../changes/on-answer.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { without } from '../proxy/json.ts';
import { type Ask, member } from '../witness/observe.ts';
import { buttons, chat, replies, text } from '../witness/requests.ts';
import { mutantsOf } from './mutants-of.ts';

/** A comment of §7.1: its clause, the words, a request that gets them, and what a careless provider writes. */
interface Comment {
  readonly clause: string;
  readonly code: string;
  readonly says: string;
  readonly ask: Ask;
  readonly careless: string;
}

const wording = mutantsOf('text');
const buttonError = 'button-validation-error';

const comments: readonly Comment[] = [
  {
    clause: '7.1/comment-buttons',
    code: buttonError,
    says: 'Too many buttons, maximum is 10',
    ask: () => chat(buttons(...Array<string>(11).fill('QUICK_REPLY'))),
    careless: 'Too many buttons, maximum is 11',
  },
  {
    clause: '7.1/comment-url-buttons',
    code: buttonError,
    says: 'Too many URL buttons, maximum is 2',
    ask: () => chat(buttons('URL', 'URL', 'URL')),
    careless: 'Too many buttons, maximum is 10',
  },
  {
    clause: '7.1/comment-phone-buttons',
    code: buttonError,
    says: 'Too many PHONE buttons, maximum is 1',
    ask: () => chat(buttons('PHONE', 'PHONE')),
    careless: 'Too many phone buttons, maximum is 1',
  },
  {
    clause: '7.1/comment-payload',
    code: buttonError,
    says: 'Payload is too long, maximum is 128',
    ask: () => chat(replies('p'.repeat(129))),
    careless: 'Payload is too long (129), maximum is 128',
  },
  {
    clause: '7.1/comment-mm-api',
    code: 'mm-api-options-invalid-combination',
    says: 'Cannot use messageActivitySharing=true when useMarketingMessagesApi=false',
    ask: () => chat(text({ useMarketingMessagesApi: false, messageActivitySharing: true })),
    careless: 'Cannot use messageActivitySharing when useMarketingMessagesApi is off',
  },
];

/** Two for each comment: it is missing, or has other words. */
export const commentMutants: readonly Mutant[] = comments.flatMap((comment) => {
  const { code, says, careless } = comment;
  const is = ({ detail }: { readonly detail?: unknown }) => detail === says;
  return [
    mutant(
      comment,
      'missing',
      'Does not say',
      problemBodies((body) => (is(body) ? without(body, 'detail') : body), code),
      '(absent)',
    ),
    mutant(
      comment,
      'words',
      'Has other words for',
      details((detail) => (detail === says ? careless : detail), code),
      JSON.stringify(careless),
    ),
  ];
});

function mutant(
  { clause, ask, says }: Comment,
  how: string,
  does: string,
  change: MakeChange,
  changed: string,
): Mutant {
  return wording(`${clause.replace('7.1/', '')}-${how}`, [clause], `${does} «${says}»`, change, [
    ask,
    JSON.stringify(says),
    changed,
    member('detail'),
  ]);
}
