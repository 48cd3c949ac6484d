import type { ErrorObject } from 'ajv/dist/2020.js';
import { type Explained, explainChoices } from './explain-choice.ts';
import { explainError } from './explain-error.ts';
import type { Fault } from './fault.ts';
import { escapeStep } from './places.ts';

/** The errors of Ajv as faults, without those that only repeat others. */
export function explainErrors(
  errors: readonly ErrorObject[],
  isSecret: (pointer: string) => boolean,
): readonly Fault[] {
  const { faults, rest }: Explained = explainChoices(errors);
  const own = rest.filter(({ keyword }) => keyword !== 'if' && keyword !== 'propertyNames');
  const unnamed = new Set(own.filter(({ instancePath }) => isSecret(instancePath)).flatMap(misnamedPointer));
  const shown = own.filter(({ instancePath }) => !unnamed.has(instancePath));
  return [...faults, ...shown.map((error) => explainError(error, isSecret(error.instancePath)))];
}

/** The pointer of the member whose name is wrong. In a secret object it is not shown, so neither are its other errors. */
function misnamedPointer({ instancePath, propertyName }: ErrorObject): string[] {
  return propertyName === undefined ? [] : [`${instancePath}/${escapeStep(propertyName)}`];
}
