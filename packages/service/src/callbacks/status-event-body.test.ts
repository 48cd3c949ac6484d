import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { type StoredStatusEvent, statusEventBody } from './post-callback.ts';

const openapi = Object(readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value);
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(openapi, 'openapi.json');
const validate = ajv.compile({ $ref: 'openapi.json#/components/schemas/StatusEvent' });

const event: StoredStatusEvent = {
  requestIdAsSent: '7c42344c-aeea-41c9-834b-eb627136f400',
  messageId: 8681749,
  cascadeId: 31634,
  comment: null,
  stage: {
    uuid: '2ede9313-0539-463a-9ec3-898506f4937a',
    channel: 'SMS',
    ttlSeconds: null,
    subjectId: null,
    subject: null,
    price: 0,
  },
  status: 'UNDELIVERED',
  reason: 'error-address-format',
  at: new Date('2026-01-30T11:07:55.120Z'),
};

test.each([
  ['a stage', event],
  ['no stage', { ...event, stage: null }],
  ['no reason, and a comment', { ...event, status: 'READ', reason: null, comment: 'order "1234"' }],
])('with %s fits the schema of the description, all eleven members there', (_, stored) => {
  const body: unknown = JSON.parse(statusEventBody(stored));
  expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
  expect(Object.keys(body ?? {})).toEqual(Object.keys(openapi.components.schemas.StatusEvent.properties));
});

test('is the same text in every attempt', () => {
  expect(statusEventBody(event)).toBe(statusEventBody({ ...event }));
});
