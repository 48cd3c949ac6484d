import { isNode, parsePointer } from '@cascade/contract';
import type { Release } from '../release.ts';

/** A copy of a release that may be changed at JSON pointers like `openapi/components/schemas/…`. */
export interface Draft {
  readonly release: Release;
  get(path: string): unknown;
  set(path: string, value: unknown): void;
  remove(path: string): void;
  /** Moves a member to another name. */
  rename(path: string, name: string): void;
  push(path: string, value: unknown): void;
  /** Gives a component schema another name, also where it is referred to. */
  renameSchema(description: 'openapi' | 'asyncapi', name: string, newName: string): void;
}

/** A draft of a release. An unknown path is an error, because an edit without effect proves nothing. */
export function draftOf(release: Release): Draft {
  const copy = structuredClone(release);
  const holderOf = (path: string): [holder: object, key: string] => {
    const keys = parsePointer(`/${path}`);
    const last = keys.pop() ?? '';
    const holder = keys.reduce<unknown>(
      (value, key) => (isNode(value) ? Reflect.get(value, key) : undefined),
      copy,
    );
    if (!isNode(holder)) throw new Error(`${path} leads nowhere.`);
    return [holder, last];
  };
  const draft: Draft = {
    release: copy,
    get(path) {
      const [holder, key] = holderOf(path);
      if (!(key in holder)) throw new Error(`There is nothing at ${path}.`);
      return Reflect.get(holder, key);
    },
    set(path, value) {
      const [holder, key] = holderOf(path);
      Reflect.set(holder, key, value);
    },
    remove(path) {
      draft.get(path);
      const [holder, key] = holderOf(path);
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else Reflect.deleteProperty(holder, key);
    },
    rename(path, name) {
      const value = draft.get(path);
      draft.remove(path);
      Reflect.set(holderOf(path)[0], name, value);
    },
    push(path, value) {
      const list = draft.get(path);
      if (!Array.isArray(list)) throw new Error(`${path} is not a list.`);
      list.push(value);
    },
    renameSchema(description, name, newName) {
      draft.rename(`${description}/components/schemas/${name}`, newName);
      Reflect.set(copy, description, withReferences(copy[description], name, newName));
    },
  };
  return draft;
}

function withReferences(value: unknown, name: string, newName: string): unknown {
  const target = '#/components/schemas/';
  return JSON.parse(JSON.stringify(value), (key, child) =>
    key === '$ref' && child === `${target}${name}` ? `${target}${newName}` : child,
  );
}
