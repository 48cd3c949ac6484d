import type { Packed } from './pack.ts';

/** Needed to try a package, and no dependency of it: the verifier judges the mock. */
const neededToTry: Readonly<Record<string, readonly string[]>> = { '@cascade/verifier': ['@cascade/mock'] };

/** These packages and all that they need, in the order of `all`. */
export function withNeeded(some: readonly Packed[], all: readonly Packed[]): readonly Packed[] {
  const needed = new Set<string>();
  const add = ({ manifest: { name, dependencies = {} } }: Packed): void => {
    if (needed.has(name)) return;
    needed.add(name);
    const others = [...Object.keys(dependencies), ...(neededToTry[name] ?? [])];
    for (const one of all) if (others.includes(one.manifest.name)) add(one);
  };
  some.forEach(add);
  return all.filter(({ manifest }) => needed.has(manifest.name));
}
