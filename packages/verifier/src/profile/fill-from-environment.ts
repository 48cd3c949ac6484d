import { escapeStep, type Fault, type Place } from '@cascade/yaml-file';
import { isObject } from '../json.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A value with its variables filled in, and a fault for each that is not set. */
interface Filled {
  readonly value: unknown;
  readonly faults: readonly Fault[];
}

const variable = /\$\{([A-Za-z_]\w*)\}/g;

/**
 * Puts variables of the environment in place of `${NAME}` where a key or a secret may be, so that no file has
 * to hold one. Messages name the variable, never its value.
 */
export function fillFromEnvironment(
  { pointer, value }: Place,
  environment: Environment,
  holdsSecret: (pointer: string) => boolean,
): Filled {
  const faults: Fault[] = [];
  const fill = (at: string, each: unknown): unknown => {
    if (typeof each === 'string' && holdsSecret(at)) {
      const names = [...each.matchAll(variable)].map(([, name = '']) => name);
      const absent = [...new Set(names)].filter((name) => (environment[name] ?? '') === '');
      faults.push(
        ...absent.map((name) => ({ pointer: at, message: `the variable ${name} is not set; ${fix(at)}` })),
      );
      return each.replaceAll(variable, (_, name) => environment[name] ?? '');
    }
    if (Array.isArray(each)) return each.map((item, index) => fill(`${at}/${index}`, item));
    if (!isObject(each)) return each;
    const members = Object.entries(each);
    return Object.fromEntries(
      members.map(([name, member]) => [name, fill(`${at}/${escapeStep(name)}`, member)]),
    );
  };
  return { value: fill(pointer, value), faults };
}

function fix(pointer: string): string {
  const otherwise = pointer === '/keys/good' ? ', or pass --key' : '';
  return `set it in the environment${otherwise}`;
}
