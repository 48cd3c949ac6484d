import type { SeededEdit } from './seeded-edit.ts';

const schemas = 'openapi/components/schemas';
const schedule = 'openapi/paths/~1api~1cascade~1schedule/post';
const request = `${schemas}/SchedulingRequest`;
const limit = `${schemas}/MessageHistoryRequest/properties/limit`;
const text = `${schemas}/ChannelContent/properties/text`;

/** Edits of what callers may send. Accepting more is minor, accepting less is major. */
export const requestEdits: readonly SeededEdit[] = [
  {
    name: 'a member of a request need no longer be a UUID',
    impact: 'minor',
    says: 'in requests: `requestId` was a uuid, and is now not limited',
    edit: (d) => d.remove(`${request}/properties/requestId/format`),
  },
  {
    name: 'a member of a request must be a UUID',
    impact: 'major',
    edit: (d) => d.set(`${request}/properties/comment/format`, 'uuid'),
  },
  {
    name: 'a page of the history may be longer',
    impact: 'minor',
    says: 'in requests: `limit` was at most 1000, and is now at most 5000',
    edit: (d) => d.set(`${limit}/maximum`, 5000),
  },
  {
    name: 'a page of the history must be shorter',
    impact: 'major',
    says: 'in requests: `limit` was at most 1000, and is now at most 10',
    edit: (d) => d.set(`${limit}/maximum`, 10),
  },
  {
    name: 'the body of a request may be left out',
    impact: 'minor',
    says: 'the request body is now optional',
    edit: (d) => d.set(`${schedule}/requestBody/required`, false),
  },
  {
    name: 'the address of the callback may be any text',
    impact: 'minor',
    says: 'in requests: `statusCallbackUrl` was text beginning with https:// or http://',
    edit: (d) => d.remove(`${schemas}/CallbackRegistration/properties/statusCallbackUrl/pattern`),
  },
  {
    name: 'a text of a request may be null',
    impact: 'minor',
    says: 'in requests: `text` was a string, and is now a string or null',
    edit: (d) => d.set(`${text}/type`, ['string', 'null']),
  },
  {
    name: 'a text of a request may no longer be null',
    impact: 'major',
    edit: (d) => d.set(`${request}/properties/comment/type`, 'string'),
  },
  {
    name: 'a number of a request may have a fraction',
    impact: 'minor',
    edit: (d) => d.set(`${request}/properties/cascadeId/type`, 'number'),
  },
  {
    name: 'a text of a request may be empty',
    impact: 'minor',
    edit: (d) => d.remove(`${schemas}/MessageHistoryRequest/properties/requestId/minLength`),
  },
  {
    name: 'a text of a request gets a pattern',
    impact: 'major',
    edit: (d) => d.set(`${schemas}/MessageHistoryRequest/properties/requestId/pattern`, '^a'),
  },
  {
    name: 'a member of the request is no longer required',
    impact: 'minor',
    says: 'in requests: `requestId` is no longer required',
    edit: (d) => d.set(`${request}/required`, ['cascadeId', 'subscriberFilter', 'content']),
  },
  {
    name: 'further members of a request are refused',
    impact: 'major',
    edit: (d) => d.set(`${request}/additionalProperties`, false),
  },
  {
    name: 'requests need no key',
    impact: 'minor',
    edit: (d) => d.remove('openapi/security'),
  },
];
