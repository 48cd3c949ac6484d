import type { ErrorObject } from 'ajv/dist/2020.js';
import { type Explained, explainChoices } from './explain-choice.ts';
import { explainError } from './explain-error.ts';
import type { Fault } from './fault.ts';

/** The errors of Ajv as faults, without those that only repeat others. */
export function explainErrors(
  errors: readonly ErrorObject[],
  isSecret: (pointer: string) => boolean,
): readonly Fault[] {
  const { faults, rest }: Explained = explainChoices(errors);
  const own = rest.filter(({ keyword }) => keyword !== 'if' && keyword !== 'propertyNames');
  return [...faults, ...own.map((error) => explainError(error, isSecret(error.instancePath)))];
}
