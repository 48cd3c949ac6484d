import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { mapNode, readText, readYamlFile, repositoryRoot } from '../index.ts';
import { leanText } from './lean.ts';

const descriptions = ['openapi', 'asyncapi', 'gateway', 'control'];
const read = (name: string) => readYamlFile(repositoryRoot, `spec/generated/${name}.yaml`).value;

/** As a reader of either file could do it, from its text alone. */
const withoutMarks = (node: unknown): unknown =>
  mapNode(node, (child, key) => (/^x-[a-z-]+$/.test(key) ? undefined : withoutMarks(child)));

const withoutSentences = (node: unknown): unknown =>
  mapNode(node, (child, key) =>
    key === 'description' && typeof child === 'string'
      ? child.replace(/\s*(Assumed( in part)? \(ADR-[\d, ADR-]+\)(: `.*`)?\.)?\s*$/, '')
      : withoutSentences(child),
  );

/** The share of lines that are an `x-` member or belong to one. */
function shareOfMarks(text: string): number {
  let inside = Number.POSITIVE_INFINITY;
  const lines = text.split('\n');
  const marked = lines.filter((line) => {
    const depth = line.search(/\S/);
    const isDeeper = depth > inside || (depth === inside && line.startsWith('- ', depth));
    if (!isDeeper) inside = /^ *(- )?x-[\w-]+:/.test(line) ? depth : Number.POSITIVE_INFINITY;
    return isDeeper || inside === depth;
  });
  return marked.length / lines.length;
}

describe.each(descriptions)('%s', (name) => {
  test('is the annotated one without marks, but for the sentences', () => {
    expect(withoutSentences(withoutMarks(read(name)))).toEqual(
      withoutSentences(withoutMarks(read(`${name}-annotated`))),
    );
  });

  test('has hardly any marks', () => {
    expect(shareOfMarks(readText(repositoryRoot, `spec/generated/${name}.yaml`))).toBeLessThan(
      name === 'gateway' ? 0.07 : 0.05,
    );
    expect(shareOfMarks(readText(repositoryRoot, `spec/generated/${name}-annotated.yaml`))).toBeGreaterThan(
      0.1,
    );
  });
});

const lean = (annotated: object) => parse(leanText(JSON.stringify(annotated)));
const assumed = { 'x-provenance': 'assumed', 'x-assumed': 'ADR-0001' };
const documented = { 'x-provenance': 'documented', 'x-clause': '1/first' };
const schema = (node: object) => lean({ components: { schemas: { A: node } } }).components.schemas.A;

test('says an assumption where it begins, and not in the nodes that inherit it', () => {
  const a = { description: 'Inner.', ...assumed };
  const b = { description: 'Other.', ...assumed, 'x-assumed': ['ADR-0001', 'ADR-0002'] };
  expect(schema({ description: 'Outer.', ...assumed, properties: { a, b } })).toEqual({
    description: 'Outer. Assumed (ADR-0001).',
    properties: { a: { description: 'Inner.' }, b: { description: 'Other. Assumed (ADR-0002).' } },
  });
});

test('says what a decision adds to a documented node, and again at an assumed node in it', () => {
  const properties = { a: { description: 'Inner.', ...assumed } };
  expect(schema({ description: 'Outer.', ...documented, 'x-assumed': 'ADR-0001', properties })).toEqual({
    description: 'Outer. Assumed in part (ADR-0001).',
    properties: { a: { description: 'Inner. Assumed (ADR-0001).' } },
  });
});

test('does not repeat a decision that the text names', () => {
  const text = 'At most 1 MiB (ADR-0001).';
  expect(schema({ description: text, ...assumed }).description).toBe(text);
});

test('gives a text of several lines a paragraph more', () => {
  expect(schema({ description: 'One.\nTwo.\n', ...assumed }).description).toBe(
    'One.\nTwo.\n\nAssumed (ADR-0001).\n',
  );
});

test('says an assumption of the whole description in its introduction alone', () => {
  const A = { description: 'A schema.', ...assumed };
  const info = { title: 'T', description: 'All.', ...assumed };
  expect(lean({ info, components: { schemas: { A } }, ...assumed })).toEqual({
    info: { title: 'T', description: 'All. Assumed (ADR-0001).' },
    components: { schemas: { A: { description: 'A schema.' } } },
  });
});

test('keeps the extensions that viewers know, and members of data that look like ours', () => {
  const kept = { 'x-extensible-enum': ['A'], properties: { 'x-api-key': { type: 'string' } } };
  expect(schema(kept)).toEqual(kept);
});
