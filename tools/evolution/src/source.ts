import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  ContractError,
  isNode,
  isObject,
  isSame,
  type JsonObject,
  objectOf,
  parsePointer,
  readYamlFile,
  toPointer,
  valueAt,
} from '@cascade/contract';
import { createShapeCheck, type FileFault } from '@cascade/yaml-file';

/** What must be at a place: this value, or parts of it. */
type Fixed =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly includes?: readonly string[]; readonly knows?: readonly string[]; readonly there?: true };

/** What the source document fixes: by clause, the places of a release and their values. */
export type Source = Readonly<Record<string, Readonly<Record<string, Fixed>>>>;

const sourceFile = 'spec/catalogue/source.yaml';

/** `spec/catalogue/source.yaml`; `undefined` in a revision that has none yet. @throws {ContractError} */
export function readSource(root: string): Source | undefined {
  if (!existsSync(join(root, sourceFile))) return undefined;
  const file = readYamlFile(root, sourceFile);
  const schemaFile = join(root, 'spec/schemas/source.schema.yaml');
  const checked = createShapeCheck<Source>({ schemaFile })(file.value);
  if ('faults' in checked) throw new ContractError(checked.faults.map(file.locate));
  return checked.value;
}

/** A place that says otherwise than the source. */
export interface Contradiction {
  readonly clause: string;
  /** Absent if it is the clause itself. */
  readonly place?: string;
  readonly message: string;
}

/** A contract, or its catalogue alone: then the descriptions are not compared. */
interface Stated {
  readonly catalogue: {
    readonly clauses: Readonly<Record<string, { readonly says: string }>>;
    readonly source?: Source;
  };
  readonly openapi?: JsonObject;
  readonly asyncapi?: JsonObject;
}

/** Every place of a contract that says otherwise than the source document, which does not change. */
export function contradictions(release: Stated): readonly Contradiction[] {
  const { source = {}, clauses } = release.catalogue;
  const ofPlaces = Object.entries(source).flatMap(([clause, places]) => {
    const says = clauses[clause]?.says;
    if (says === undefined) return [missingClause(clause)];
    const compared = Object.entries(places).filter(([place]) => (place.split('/')[0] ?? '') in release);
    return compared.flatMap(([place, fixed]) => {
      const found = resolved(release, place);
      if (holds(fixed, found, release)) return [];
      const message = `${sourceSays(clause, wordsOf(fixed))}: «${says}» Found ${foundWords(fixed, found)} at ${place}.`;
      return [{ clause, place, message }];
    });
  });
  const ofClauses = Object.entries(clauses).flatMap(([clause, { says }]) =>
    contradictingClause(clause, says, source[clause] ?? {}),
  );
  return Object.keys(source).length === 0 ? [] : [...ofPlaces, ...ofClauses];
}

/** @throws {ContractError} with every place that says otherwise than the source. */
export function requireSource(root: string, release: Stated): void {
  const found = contradictions(release);
  if (found.length > 0) throw new ContractError(found.map((one) => faultOf(root, one)));
}

/** Where an author corrects it: the entry of the catalogue, the clause, or for a description what is expected. */
function faultOf(root: string, { clause, place, message }: Contradiction): FileFault {
  if (place === undefined)
    return readYamlFile(root, 'spec/clauses.yaml').locate({ pointer: toPointer([clause]), message });
  const [, list = '', id = '', member = ''] = parsePointer(`/${place}`);
  const name = { problems: 'code', reasons: 'reason', limits: 'id' }[list];
  if (!place.startsWith('catalogue/') || name === undefined)
    return readYamlFile(root, sourceFile).locate({ pointer: toPointer([clause, place]), message });
  const file = readYamlFile(root, `spec/catalogue/${list}.yaml`);
  const entries = [file.value].flat().map(objectOf);
  const at = entries.findIndex((entry) => entry[name] === id);
  const has = member in objectOf(entries[at]);
  return file.locate({ pointer: at < 0 ? '' : toPointer(has ? [at, member] : [at]), message });
}

function sourceSays(clause: string, what: string): string {
  const [section, name] = clause.split('/');
  return `The source says ${what}, §${section} (${name})`;
}

function missingClause(clause: string): Contradiction {
  return { clause, message: `${clause} is not in spec/clauses.yaml, but the source says it` };
}

/** A clause whose numbers or quoted sentences are not those of its places. */
function contradictingClause(
  clause: string,
  says: string,
  places: Readonly<Record<string, Fixed>>,
): readonly Contradiction[] {
  const values = Object.values(places);
  const texts = values.map((value) => JSON.stringify(value)).join(' ');
  const known = numbersIn(texts);
  const stated = numbersIn(says.replaceAll(/§[\d.]+/g, ''));
  const strange = stated.filter((number) => !known.includes(number));
  const lost = values.filter(
    (value) => typeof value === 'number' && stated.length > 0 && !stated.includes(String(value)),
  );
  const units = Object.entries(places).filter(
    ([place, unit]) =>
      stated.length > 0 && place.endsWith('/unit') && !says.includes(String(unit).replace(/s$/, '')),
  );
  const misquoted = [...says.matchAll(/«([^»]{12,})»/g)].filter(([, quoted = '']) => !texts.includes(quoted));
  if (strange.length + lost.length + units.length + misquoted.length === 0) return [];
  const unit = units.map(([, value]) => ` ${value}`).join('');
  const right = misquoted.length > 0 ? texts : `${known.join(' and ')}${unit}` || `no number (${sourceFile})`;
  return [{ clause, message: `${sourceSays(clause, right)}; found «${says}»` }];
}

function numbersIn(text: string): readonly string[] {
  return text.match(/\d[\d,]*(?<!,)/g) ?? [];
}

function wordsOf(fixed: Fixed): string {
  if (!isParts(fixed)) return [fixed].flat().join(', ');
  const { includes, knows } = fixed;
  return [includes ?? knows ?? 'that there is one'].flat().join(' … ');
}

function isParts(fixed: Fixed): fixed is Exclude<Fixed, string | number | boolean | readonly string[]> {
  return isObject(fixed);
}

function foundWords(fixed: Fixed, found: unknown): string {
  if (found === undefined) return 'nothing';
  if (isParts(fixed) && isNode(found)) {
    const here = Array.isArray(found) ? found : Object.keys(objectOf(found));
    const missing = (fixed.includes ?? []).filter((part) => !here.includes(part));
    return missing.length === 0 ? 'something else' : `nothing of ${missing.join(', ')}`;
  }
  return typeof found === 'string' ? `«${found}»` : JSON.stringify(found);
}

function holds(fixed: Fixed, found: unknown, release: Stated): boolean {
  if (!isParts(fixed)) return isSame(fixed, found);
  const { knows, includes: parts = [] } = fixed;
  if (knows !== undefined) {
    const known = listedIn(release.openapi ?? {}, found);
    return knows.every((value) => known.includes(value));
  }
  if (parts.length === 0) return found !== undefined;
  if (typeof found === 'string') return hasInOrder(found, parts);
  const members = Array.isArray(found) ? found : Object.keys(objectOf(found));
  return parts.every((part) => members.includes(part));
}

/** The values that a list names, in place or in a branch of a choice. */
function listedIn(description: JsonObject, list: unknown): readonly unknown[] {
  const { enum: own, 'x-extensible-enum': open, anyOf } = objectOf(whole(description, list));
  const branches = [anyOf ?? []].flat().flatMap((branch) => listedIn(description, branch));
  return [own ?? [], open ?? [], branches].flat();
}

function hasInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

/** What is at a place of a release, through references and what a schema inherits. */
function resolved(release: Stated, place: string): unknown {
  const [part = '', ...path] = parsePointer(`/${place}`);
  const root: unknown = Reflect.get(release, part);
  return path.reduce<unknown>((node, segment) => whole(root, objectOf(node)[segment]), root);
}

/** A node with what it refers to and what it inherits in place. */
function whole(root: unknown, node: unknown, depth = 0): unknown {
  if (!isObject(node) || depth > 8) return node;
  const { $ref, allOf, ...own } = node;
  const referred = typeof $ref === 'string' ? [valueAt(root, $ref.slice(1))] : [];
  const bases = [...referred, ...[allOf ?? []].flat()].map((base) => whole(root, base, depth + 1));
  const merged: Record<string, unknown> = {};
  for (const base of [...bases, own])
    for (const [key, value] of Object.entries(objectOf(base))) merged[key] = both(merged[key], value);
  return merged;
}

function both(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  return isObject(one) && isObject(other) ? { ...one, ...other } : other;
}
