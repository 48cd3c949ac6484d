import { details, problemBodies, problems, withStatus } from '../changes.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { without } from '../proxy/wire.ts';
import { clauseOf, type Provocation, provocations, titleOf } from '../witness/provocations.ts';
import { buttons, chat, replies, text } from '../witness/requests.ts';
import { type Ask, member } from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

const wrongStatus = mutantsOf('status');
const otherCode = mutantsOf('catalogue', 'other-code');
const unknownCode = mutantsOf('catalogue', 'unknown-code');

/** For each status of §7.1 a similar, wrong status. */
const otherStatus: ReadonlyMap<number, number> = new Map([
  [400, 422],
  [401, 403],
  [404, 410],
  [405, 501],
]);

/** Three mutants for each code of §7.1: another status, another listed code, an unlisted code. */
export const codeMutants: readonly Mutant[] = provocations.flatMap((provocation, at) => {
  const next = provocations[(at + 1) % provocations.length] ?? provocation;
  const inCapitals = provocation.code.replace("'", '').replaceAll('-', '_').toUpperCase();
  return [
    withOtherStatus(provocation),
    titled(otherCode, provocation, titleOf(next.code)),
    titled(unknownCode, provocation, inCapitals),
  ];
});

function withOtherStatus({ code, status, ask }: Provocation): Mutant {
  const wrong = otherStatus.get(status) ?? 500;
  const title = titleOf(code);
  return wrongStatus(
    slug(code),
    [clauseOf(code)],
    `Answers ${code} with ${wrong}, in the body as well`,
    problems((answer, body) => withStatus(answer, body, wrong), code),
    [ask, `${status} ${title}`, `${wrong} ${title}`],
  );
}

function titled(
  make: ReturnType<typeof mutantsOf>,
  { code, status, ask }: Provocation,
  title: string,
): Mutant {
  return make(
    slug(code),
    [clauseOf(code)],
    `Calls ${code} ${title}`,
    problemBodies((body) => ({ ...body, title }), code),
    [ask, `${status} ${titleOf(code)}`, `${status} ${title}`],
  );
}

function slug(code: string): string {
  return code.replace("'", '').toLowerCase();
}

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
