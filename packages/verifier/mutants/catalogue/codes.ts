import { problemBodies, problems, withStatus } from '../changes/on-answer.ts';
import type { Mutant } from '../mutant.ts';
import { asking } from '../witness/observe.ts';
import { clauseOf, type Provocation, provocations, titleOf } from '../witness/provocations.ts';
import { ofClass } from './of-class.ts';

/** What a provider answers that took the neighbouring status: of each documented one, another. */
const otherStatus: ReadonlyMap<number, number> = new Map([
  [400, 422],
  [401, 403],
  [404, 410],
  [405, 501],
]);

/** Three mutants for each code of §7.1: another status, another code, a code that nobody knows. */
export const codeMutants: readonly Mutant[] = provocations.flatMap((provocation, at) => {
  const other = provocations[(at + 1) % provocations.length] ?? provocation;
  return [wrongStatus(provocation), otherCode(provocation, other), unknownCode(provocation)];
});

function wrongStatus({ code, status, ask }: Provocation): Mutant {
  const wrong = otherStatus.get(status) ?? 500;
  const title = titleOf(code);
  return ofClass('status')({
    id: `status-${slug(code)}`,
    clauses: [clauseOf(code)],
    title: `Answers ${code} with ${wrong}, in the body as well`,
    change: problems((answer, body) => withStatus(answer, body, wrong), code),
    witness: asking(ask, `${status} ${title}`, `${wrong} ${title}`),
  });
}

function otherCode({ code, status, ask }: Provocation, other: Provocation): Mutant {
  return titled(`other-code-${slug(code)}`, { code, status, ask }, titleOf(other.code));
}

/** The same word in the spelling of another house. */
function unknownCode({ code, status, ask }: Provocation): Mutant {
  const unknown = code.replace("'", '').replaceAll('-', '_').toUpperCase();
  return titled(`unknown-code-${slug(code)}`, { code, status, ask }, unknown);
}

function titled(id: string, { code, status, ask }: Provocation, title: string): Mutant {
  return ofClass('catalogue')({
    id,
    clauses: [clauseOf(code)],
    title: `Calls ${code} ${title}`,
    change: problemBodies((body) => ({ ...body, title }), code),
    witness: asking(ask, `${status} ${titleOf(code)}`, `${status} ${title}`),
  });
}

function slug(code: string): string {
  return code.replace("'", '').toLowerCase();
}
