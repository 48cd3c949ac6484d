import fc from 'fast-check';
import { isObject } from '../../json.ts';
import { deservedCodes } from '../../oracle/deserved-codes.ts';
import type { Edit, Expectation, Scenario } from '../../scenario/scenario.ts';
import { areApart, type Fragment, type Fragments } from './fragments.ts';

/** A request to send, before it has a request id. */
export interface Plan {
  readonly base: string;
  readonly fragments: readonly Fragment[];
  readonly text: string;
  /** Distance to a limit, beyond or within, in characters. */
  readonly distance: number;
}

/** Text in any script, neither empty nor blank. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((each) => each.trim() !== '');
const distance = fc.nat({ max: 40 });

/** Requests that pass: a base with one of its variations and any text. */
export function validPlans({ bases, variationsOf }: Fragments): fc.Arbitrary<Plan> {
  return fc.constantFrom(...bases.filter((base) => variationsOf(base).length > 0)).chain((base) =>
    fc.record({
      base: fc.constant(base),
      fragments: fc.constantFrom(...variationsOf(base)).map((fragment) => [fragment]),
      text,
      distance,
    }),
  );
}

/** Requests with one to three independent faults. */
export function brokenPlans({ bases, faultsOf }: Fragments): fc.Arbitrary<Plan> {
  return fc.constantFrom(...bases.filter((base) => faultsOf(base).length > 0)).chain((base) =>
    fc.record({
      base: fc.constant(base),
      fragments: fc
        .array(fc.constantFrom(...faultsOf(base)), { minLength: 1, maxLength: 3 })
        .map((fragments) =>
          fragments.filter((one, at) => fragments.slice(0, at).every((other) => fits(one, other))),
        ),
      text,
      distance,
    }),
  );
}

/** Two faults of coverage would change each other's violations. */
function fits(one: Fragment, other: Fragment): boolean {
  const isCoverage = ({ expects }: Fragment) =>
    expects.codes?.some((code) => code.startsWith('cascade-scheduling')) === true;
  return areApart(one, other) && !(isCoverage(one) && isCoverage(other));
}

/** The scenario of a plan. */
export function toScenario({ base, fragments, text, distance }: Plan, scenario: Scenario): Scenario {
  const broken = fragments.some(({ expects }) => expects.codes !== undefined);
  const edits = fragments.flatMap((fragment) =>
    fragment.edits.map((edit) => move(edit, broken ? distance : -distance)),
  );
  const touchesContent = fragments.some(({ pointers }) =>
    pointers.some((pointer) => pointer === '/content' || /^\/content\/[^/]+(\/text)?$/.test(pointer)),
  );
  const texts: readonly Edit[] =
    /^(text|marketing) /.test(base) && !touchesContent ? [{ set: '{content}/text', to: text }] : [];
  return {
    ...scenario,
    clauses: [...fragments.flatMap(({ clauses }) => clauses), ...scenario.clauses],
    given: { base },
    when: { edits: [...texts, ...edits] },
    expects: expectationOf(fragments, distance, scenario.expects),
  };
}

function expectationOf(
  fragments: readonly Fragment[],
  distance: number,
  otherwise: Expectation,
): Expectation {
  const [first, ...others] = fragments;
  if (first?.expects.codes === undefined) return { ...otherwise, accepted: true };
  if (others.length > 0) return { codes: deservedCodes(fragments.map(({ expects }) => expects.codes ?? [])) };
  const { comment, ...expects } = first.expects;
  return comment === undefined || distance > 0 ? expects : { ...expects, comment };
}

/** Moves a length further beyond its limit, or further within. */
function move(edit: Edit, by: number): Edit {
  if (!('set' in edit) || !isObject(edit.to)) return edit;
  const { $characters } = edit.to;
  return typeof $characters === 'number'
    ? { ...edit, to: { $characters: Math.max(1, $characters + by) } }
    : edit;
}
