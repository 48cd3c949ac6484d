import { readFileSync } from 'node:fs';
import { drop, edited, isNode, parsePointer, put, toPointer, valueAt } from '@cascade/contract';
import { parse } from 'yaml';
import type { ComparedDescription, Impact } from '../change.ts';
import type { Release } from '../release.ts';

/** An edit of the contract, and what it does to consumers. */
export interface SeededEdit {
  readonly name: string;
  readonly impact: Impact | 'refused';
  /** A part of what the gate says about it, where the sentence must be right. */
  readonly says?: string;
  /** What Redocly says that misses, underrates or overrates it. */
  readonly redoclyAlone?: Impact;
  /**
   * The contract after the edit. An unknown path is an error, because an edit without effect proves nothing.
   */
  readonly edit: (release: Release) => Release;
}

/** A step of edits.yaml; paths are JSON pointers like `openapi/components/schemas/…`. */
interface Step {
  readonly set?: string;
  readonly remove?: string;
  readonly rename?: string;
  readonly push?: unknown;
  readonly reverse?: string;
  readonly renameSchema?: string;
  readonly of?: ComparedDescription;
  readonly to?: unknown;
  readonly replace?: { readonly in: string; readonly from: string; readonly by: string };
}

interface Written extends Omit<SeededEdit, 'edit'>, Step {
  readonly steps?: readonly Step[];
}

/** Every seeded edit: a test applies each to the contract, and the gate must judge it as it says. */
export const seededEdits: readonly SeededEdit[] = (
  parse(readFileSync(new URL('edits.yaml', import.meta.url), 'utf8')) as readonly Written[]
).map(({ name, impact, says, redoclyAlone, steps, ...step }) => ({
  name,
  impact,
  ...(says !== undefined && { says }),
  ...(redoclyAlone !== undefined && { redoclyAlone }),
  edit: (release) => afterSteps(release, steps ?? [step]),
}));

function afterSteps(release: Release, steps: readonly Step[]): Release {
  const copy = structuredClone(release);
  for (const step of steps) take(step, copy);
  return copy;
}

function take(
  { set, remove, rename, push, reverse, renameSchema, of = 'openapi', to, replace }: Step,
  release: Release,
) {
  if (replace !== undefined)
    put(release, `/${replace.in}`, edited(String(at(release, replace.in)), replace.from, replace.by));
  else if (set !== undefined) put(release, `/${set}`, filled(release, to));
  else if (remove !== undefined) removed(release, remove);
  else if (rename !== undefined) move(release, rename, String(to));
  else if (push !== undefined) listAt(release, String(to)).push(filled(release, push));
  else if (reverse !== undefined) listAt(release, reverse).reverse();
  else if (renameSchema !== undefined) {
    move(release, `${of}/components/schemas/${renameSchema}`, String(to));
    const target = '#/components/schemas/';
    const referring = JSON.parse(JSON.stringify(release[of]), (key, child) =>
      key === '$ref' && child === target + renameSchema ? `${target}${to}` : child,
    );
    Reflect.set(release, of, referring);
  } else throw new Error('expected a step of a known kind');
}

/** A value with what is at each `{ $at: path }` in its place. */
function filled(release: Release, value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, child) => {
    const path = isNode(child) ? child.$at : undefined;
    return typeof path === 'string' ? structuredClone(at(release, path)) : child;
  });
}

function at(release: Release, path: string): unknown {
  const value = valueAt(release, `/${path}`);
  if (value === undefined) throw new Error(`There is nothing at ${path}.`);
  return value;
}

function removed(release: Release, path: string): unknown {
  const value = at(release, path);
  drop(release, `/${path}`);
  return value;
}

/** Moves a member to another name. */
function move(release: Release, path: string, name: string): void {
  const value = removed(release, path);
  put(release, toPointer([...parsePointer(`/${path}`).slice(0, -1), name]), value);
}

function listAt(release: Release, path: string): unknown[] {
  const list = at(release, path);
  if (!Array.isArray(list)) throw new Error(`${path} is not a list.`);
  return list;
}
