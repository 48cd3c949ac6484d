import { expect, test } from 'vitest';
import { readDescribed } from '../description/read-description.ts';
import { readCalls } from '../operations/read-calls.ts';
import { attributeOf, elementsIn } from '../tree/nodes.ts';
import { writeHtml } from '../tree/write-html.ts';
import { controlPanel } from './control-panel.ts';

const { contract, openapi, control } = readDescribed();
const formsOf = (description: unknown) =>
  elementsIn(controlPanel({ contract, openapi, control: description }).nodes).filter(
    ({ tag }) => tag === 'form',
  );
const formOf = (id: string, description: unknown = control) =>
  formsOf(description).find((form) => attributeOf(form, 'data-operation') === id);
/** The start tags of the fields of an operation, by name. */
const fieldsOf = (id: string, description: unknown = control) =>
  new Map(
    elementsIn(formOf(id, description)?.children ?? [])
      .filter((one) => attributeOf(one, 'name') !== '')
      .map((one) => [attributeOf(one, 'name'), writeHtml([{ ...one, children: [] }])]),
  );

test('each operation of the description has one form', () => {
  const ids = formsOf(control).map((form) => attributeOf(form, 'data-operation'));
  expect(ids.toSorted()).toEqual(
    readCalls(control, [], contract)
      .map(({ id }) => id)
      .toSorted(),
  );
});

test('a form has each field of the body, those of objects in it too, by type and limits', () => {
  const fields = fieldsOf('createBehaviour');
  expect([...fields.keys()].slice(0, 6)).toEqual([
    'account',
    'operation',
    'fault',
    'answer.code',
    'delaySeconds',
    'times',
  ]);
  expect(fields.get('delaySeconds')).toMatch(
    /^<input type="number".* data-json min="0" max="60" step="any">/,
  );
  expect(fields.get('times')).toMatch(/ min="1" max="1000000" step="1">$/);
  expect(fields.get('operation')).toContain(' value="scheduleMessage"');
  expect(fields.get('answer.code')).toContain(' list="console-control-code"');
  expect(fields.get('fault')).toMatch(/^<select /);
  expect(fields.get('proxyStatus')).toMatch(/^<select [^>]* data-json>/);
  expect(fieldsOf('createAccount').get('lenient.keyboard')).toMatch(/^<select [^>]* data-json>/);
  expect(fieldsOf('createAccount').get('cascades')).toMatch(/^<textarea .*JSON: list of NewCascade">/);
  expect(fieldsOf('removeBehaviours').get('id')).toContain('data-place="query"');
});

test('an operation that the description gets has a form, too', () => {
  const schema = { type: 'object', properties: { stopped: { type: 'boolean', description: 'Whether.' } } };
  const content = { 'application/json': { schema } };
  const post = { operationId: 'setClock', summary: 'Set the clock', requestBody: { content } };
  const description = { openapi: '3.1.0', paths: { '/control/clock': { post } } };
  expect(writeHtml([formOf('setClock', description) ?? ''])).toContain(
    'data-method="POST" data-path="/control/clock" data-body',
  );
  expect([...fieldsOf('setClock', description).keys()]).toEqual(['stopped']);
});
