import { isKnownProblemCode, type KnownProblemCode } from '@cascade/types';
import { defined, isObject } from './objects.ts';
import type { SchemaViolation } from './validate-function.ts';

/** The problem that a constraint names in `x-problem`: a code, or a code with a fixed detail or its rule. */
export interface NamedProblem {
  readonly code: KnownProblemCode;
  readonly detail?: string;
  readonly rule?: number;
}

/** The problem that the schema names for the violated keyword, or for the missing member of `required`. */
export function namedProblem({ keyword, params, parentSchema }: SchemaViolation): NamedProblem | undefined {
  const names = parentSchema['x-problem'];
  if (!isObject(names)) return undefined;
  const name = names[keyword];
  const member = params.missingProperty;
  return (
    readName(name) ?? (isObject(name) && typeof member === 'string' ? readName(name[member]) : undefined)
  );
}

/** Reads one value of `x-problem`. */
export function readName(name: unknown): NamedProblem | undefined {
  if (typeof name === 'string') return isKnownProblemCode(name) ? { code: name } : undefined;
  if (!isObject(name)) return undefined;
  const { code, detail, rule } = name;
  if (typeof code !== 'string' || !isKnownProblemCode(code)) return undefined;
  return {
    code,
    ...defined({
      detail: typeof detail === 'string' ? detail : undefined,
      rule: typeof rule === 'number' ? rule : undefined,
    }),
  };
}
