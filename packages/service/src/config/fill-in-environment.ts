import { escapeStep, type Fault } from '@cascade/yaml-file';

/** A value with its `${NAME}` replaced, and the pointers where that happened: those values may be secrets. */
export interface Filled {
  readonly value: unknown;
  readonly pointers: ReadonlySet<string>;
  /** Variables that are unset or empty. */
  readonly faults: readonly Fault[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Replaces each `${NAME}` in the strings of a value, at any depth, by that environment variable. */
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
      if (found === '') faults.push({ pointer, message: `environment variable ${name} is not set` });
      return found === '' ? all : found;
    });
  }

  const value = fill(from, '');
  return { value, pointers, faults };
}
