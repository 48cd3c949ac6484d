import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Fault } from './fault.ts';
import { typeNames } from './type-names.ts';

/** Faults of `oneOf`, and the errors that are still to be explained one by one. */
export interface Explained {
  readonly faults: readonly Fault[];
  readonly rest: readonly ErrorObject[];
}

/**
 * Explains each `oneOf`, of whose branches Ajv reports every error. A branch whose constant or type differs is not
 * what the author meant. If one branch is left, its errors count; otherwise the fault names the choice.
 */
export function explainChoices(errors: readonly ErrorObject[]): Explained {
  return errors
    .filter(({ keyword }) => keyword === 'oneOf')
    .reduce<Explained>(explainChoice, { faults: [], rest: errors });
}

function explainChoice({ faults, rest }: Explained, choice: ErrorObject): Explained {
  const branchOf = (error: ErrorObject) => indexOfBranch(choice, error);
  const others = rest.filter((error) => error !== choice && branchOf(error) === undefined);
  const branches: readonly object[] = Array.isArray(choice.schema) ? choice.schema : [];
  const candidates = branches.flatMap((_, index) => {
    const own = rest.filter((error) => branchOf(error) === index);
    return own.some((error) => isOtherBranch(choice, error)) ? [] : [own];
  });
  const [only] = candidates;
  const isNoneMatched = choice.params.passingSchemas === null;
  if (isNoneMatched && candidates.length === 1 && only !== undefined)
    return { faults, rest: [...others, ...only] };
  // `required` holds for a value that is not an object; its type is the fault.
  if (!isNoneMatched && typeof choice.data !== 'object') return { faults, rest: others };
  const fault = { pointer: choice.instancePath, message: nameChoice(choice, branches) };
  return { faults: [...faults, fault], rest: others };
}

function indexOfBranch(choice: ErrorObject, error: ErrorObject): number | undefined {
  if (!error.schemaPath.startsWith(`${choice.schemaPath}/`)) return undefined;
  if (!`${error.instancePath}/`.startsWith(`${choice.instancePath}/`)) return undefined;
  return Number.parseInt(error.schemaPath.slice(choice.schemaPath.length + 1), 10);
}

function isOtherBranch(choice: ErrorObject, { keyword, instancePath }: ErrorObject): boolean {
  return keyword === 'const' || (keyword === 'type' && instancePath === choice.instancePath);
}

function nameChoice({ data, params }: ErrorObject, branches: readonly object[]): string {
  const names = branches.map(nameBranch).join(' or ');
  if (params.passingSchemas !== null) return `expected either ${names}, found both`;
  return typeof data === 'object' ? `expected either ${names}, found neither` : `expected ${names}`;
}

function nameBranch(branch: object): string {
  if ('required' in branch && Array.isArray(branch.required)) return branch.required.join(' and ');
  const type = 'type' in branch ? String(branch.type) : 'another';
  return typeNames[type] ?? type;
}
