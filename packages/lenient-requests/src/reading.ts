import { problem, type RequestProblem } from '@cascade/validator';

/** The request in the described form, or the problem if its meaning would have to be guessed. */
export type Reading<Value = unknown> = { readonly value: Value } | { readonly problem: RequestProblem };

export type Json = Readonly<Record<string, unknown>>;

/** A member whose older form is malformed, or contradicts the described one. */
export function unreadable(pointer: string, expectation: string): { readonly problem: RequestProblem } {
  return {
    problem: problem('matched-template-not-found', { pointer, detail: `${pointer}: ${expectation}` }),
  };
}

/** Absent, or `null`, which older clients write for absent. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Reads members one after the other; the first that cannot be read ends it. */
export function readEach(
  members: readonly (readonly [string, unknown])[],
  read: (name: string, value: unknown) => Reading,
): Reading<Record<string, unknown>> {
  const values: [string, unknown][] = [];
  for (const [name, member] of members) {
    const reading = read(name, member);
    if ('problem' in reading) return reading;
    values.push([name, reading.value]);
  }
  return { value: Object.fromEntries(values) };
}
