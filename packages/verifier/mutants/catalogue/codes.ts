import { problemBodies, problems, withStatus } from '../changes/on-answer.ts';
import type { Mutant } from '../mutant.ts';
import { clauseOf, type Provocation, provocations, titleOf } from '../witness/provocations.ts';
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
