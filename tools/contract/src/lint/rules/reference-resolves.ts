import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, resolve as resolvePath } from 'node:path';
import { didYouMean, readYaml } from '@cascade/yaml-file';
import { isNode, parsePointer } from '../../index.ts';
import { isReference } from '../lib/nodes.ts';
import type { Location, ReferenceTarget, Rule } from '../redocly.ts';

/** The folders of the files of a type of object, by Redocly's name of the type. */
const folders: Readonly<Record<string, readonly string[]>> = {
  Schema: ['schemas'],
  Response: ['responses'],
  Header: ['headers'],
  Parameter: ['parameters'],
  SecurityScheme: ['securitySchemes'],
  Example: ['examples'],
  PathItem: ['paths', 'webhooks'],
  Message: ['messages'],
  MessageExample: ['examples'],
};

/**
 * `reference-resolves`: every `$ref` leads to a file that exists, in a folder of its kind, or to a part of
 * it. In place of Redocly's `no-unresolved-refs`, which knows no near names and takes any kind.
 */
export const referenceResolves: Rule = () => ({
  ref: {
    leave(reference, { location, type, report }, target) {
      if (!isReference(reference)) return;
      const { $ref } = reference;
      const message = target.node === undefined ? missing($ref, location) : misplaced(target, type.name);
      if (message !== undefined) report({ message, location: location.child('$ref') });
    },
  },
});

function missing(reference: string, { source }: Location): string {
  const [path = '', pointer = ''] = reference.split('#');
  const file = path === '' ? source.absoluteRef : resolvePath(dirname(source.absoluteRef), path);
  if (!existsSync(dirname(file))) return `expected a file, found no folder ${dirname(path)}`;
  if (!existsSync(file))
    return `expected a file, found no ${path}${didYouMean(basename(file), readdirSync(dirname(file)))}`;
  const yaml = readYaml(file, path);
  if ('value' in yaml) return `in ${path || basename(file)} ${lacking(yaml.value, pointer)}`;
  return yaml.faults.map(({ line, message }) => `${path}:${line}: ${message}`).join('\n');
}

/** The first step of a pointer that leads nowhere. */
function lacking(root: unknown, pointer: string): string {
  let value = root;
  for (const step of parsePointer(pointer)) {
    const names = isNode(value) ? Object.keys(value) : [];
    if (!isNode(value) || !names.includes(step))
      return `expected ${step}, found ${names.length === 0 ? 'none' : names.join(', ')}${didYouMean(step, names)}`;
    value = value[step];
  }
  return 'expected a value, found none';
}

/** A part of a file may be of any kind. */
function misplaced({ node, location }: ReferenceTarget, type: string): string | undefined {
  const expected = folders[type];
  if (expected === undefined || location === undefined || location.pointer !== '#/') return undefined;
  const steps = dirname(location.source.absoluteRef).split('/');
  const found = steps.findLast((step) => step !== 'generated') ?? '';
  if (!isNode(node) || expected.includes(found)) return undefined;
  const file = `${found}/${basename(location.source.absoluteRef)}`;
  return `expected a file in a folder ${expected.join(' or ')}, found ${file}`;
}
