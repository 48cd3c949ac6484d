import { isObject } from './json.ts';

/** The steps of a JSON pointer (RFC 6901 §4). */
function stepsOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at the place, or undefined. */
export function valueAt(value: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce<unknown>((parent, step) => childOf(parent, step), value);
}

function childOf(parent: unknown, step: string): unknown {
  if (Array.isArray(parent)) return parent[Number(step)];
  return isObject(parent) && Object.hasOwn(parent, step) ? parent[step] : undefined;
}

/** A copy with the value at the place, whose parent must be there; a member may be new. */
export function withValueAt(value: unknown, pointer: string, to: unknown): unknown {
  return changeAt(value, stepsOf(pointer), pointer, () => to);
}

/** A copy without the value at the place; the same value if there is none. */
export function withoutValueAt(value: unknown, pointer: string): unknown {
  return valueAt(value, pointer) === undefined
    ? value
    : changeAt(value, stepsOf(pointer), pointer, () => gone);
}

const gone = Symbol('gone');

function changeAt(
  value: unknown,
  [step, ...rest]: readonly string[],
  pointer: string,
  change: () => unknown,
): unknown {
  if (step === undefined) return change();
  const changed = changeAt(childOf(value, step), rest, pointer, change);
  if (Array.isArray(value)) {
    const at = Number(step);
    return changed === gone ? value.toSpliced(at, 1) : value.toSpliced(at, 1, changed);
  }
  if (!isObject(value)) throw new Error(`${pointer} does not exist in the base of the profile`);
  if (changed !== gone) return { ...value, [step]: changed };
  const { [step]: _, ...others } = value;
  return others;
}
