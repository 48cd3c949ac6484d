import type { Fault } from '../yaml-file/fault.ts';

/** A value with its `${NAME}` replaced, and where that happened: what stands there now may be a secret. */
export interface Filled {
  readonly value: unknown;
  readonly pointers: ReadonlySet<string>;
  /** Variables that are not set, or empty. */
  readonly faults: readonly Fault[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Replaces each `${NAME}` in the strings of a value, at any depth, by the variable of the environment. */
export function fillInEnvironment(from: unknown, environment: Environment): Filled {
  const pointers = new Set<string>();
  const faults: Fault[] = [];

  function fill(value: unknown, pointer: string): unknown {
    if (typeof value === 'string') return fillText(value, pointer);
    if (Array.isArray(value)) return value.map((item, index) => fill(item, `${pointer}/${index}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, fill(member, `${pointer}/${escapeStep(name)}`)]),
    );
  }

  function fillText(text: string, pointer: string): string {
    return text.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (all, name: string) => {
      const found = environment[name] ?? '';
      pointers.add(pointer);
      if (found === '')
        faults.push({ pointer, expected: `a variable ${name} in the environment`, got: 'none' });
      return found === '' ? all : found;
    });
  }

  const value = fill(from, '');
  return { value, pointers, faults };
}

/** RFC 6901 §3. */
function escapeStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
