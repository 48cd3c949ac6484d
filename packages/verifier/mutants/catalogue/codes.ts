import { details, problemBodies, problems, withStatus } from '../changes.ts';
import type { Mutant } from '../mutant.ts';
import { without } from '../proxy/wire.ts';
import { clauseOf, provocations, titleOf } from '../witness/provocations.ts';
import { buttons, chat, replies, text } from '../witness/requests.ts';
import { type Ask, member } from '../witness/witness.ts';
import { mutantsOf, type Shown } from './mutants-of.ts';

const wrongStatus = mutantsOf('status');
const otherCode = mutantsOf({ class: 'catalogue', prefix: 'other-code' });
const unknownCode = mutantsOf({ class: 'catalogue', prefix: 'unknown-code' });

/** For each status of §7.1 a similar, wrong status. */
const otherStatus: Readonly<Record<number, number>> = { 400: 422, 401: 403, 404: 410, 405: 501 };

/** Three mutants for each code of §7.1: another status, another listed code, an unlisted code. */
export const codeMutants: readonly Mutant[] = provocations.flatMap(({ code, status, ask }, at) => {
  const wrong = otherStatus[status] ?? 500;
  const id = code.replace("'", '').toLowerCase();
  const titles = [titleOf(provocations[(at + 1) % provocations.length]?.code ?? code)];
  titles.push(code.replace("'", '').replaceAll('-', '_').toUpperCase());
  const [title, clause] = [titleOf(code), clauseOf(code)];
  return [
    wrongStatus`${id}: Answers ${code} with ${wrong}, in the body as well [${clause}]`(
      problems((answer, body) => withStatus(answer, body, wrong), code),
      [ask, `${status} ${title}`, `${wrong} ${title}`],
    ),
    ...[otherCode, unknownCode].map((calls, place) =>
      calls`${id}: Calls ${code} ${titles[place] ?? ''} [${clause}]`(
        problemBodies((body) => ({ ...body, title: titles[place] ?? '' }), code),
        [ask, `${status} ${title}`, `${status} ${titles[place]}`],
      ),
    ),
  ];
});

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
export const commentMutants: readonly Mutant[] = comments.flatMap(({ clause, code, says, ask, careless }) => {
  const id = clause.replace('7.1/', '');
  const is = ({ detail }: { readonly detail?: unknown }) => detail === says;
  const shown = (changed: string): Shown => [ask, JSON.stringify(says), changed, member('detail')];
  return [
    wording`${id}-missing: Does not say «${says}» [${clause}]`(
      problemBodies((body) => (is(body) ? without(body, 'detail') : body), code),
      shown('(absent)'),
    ),
    wording`${id}-words: Has other words for «${says}» [${clause}]`(
      details((detail) => (detail === says ? careless : detail), code),
      shown(JSON.stringify(careless)),
    ),
  ];
});
