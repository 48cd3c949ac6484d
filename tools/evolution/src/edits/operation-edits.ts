import type { JsonObject } from '@cascade/contract';
import type { SeededEdit } from './edit-release.ts';

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

const answer = `${schemas}/SchedulingResult`;

/** Edits of what callers get. Promising more is minor, promising less is major. */
export const answerEdits: readonly SeededEdit[] = [
  {
    name: 'a member of an answer is now always there',
    impact: 'minor',
    says: 'in answers: `name` is now required',
    edit: (d) => d.push(`${schemas}/Subject/required`, 'name'),
  },
  {
    name: 'a member of an answer may be missing',
    impact: 'major',
    edit: (d) => d.set(`${schemas}/Subject/required`, ['id']),
  },
  {
    name: 'a member of an answer is a UUID from now on',
    impact: 'minor',
    says: 'in answers: `requestId` was not limited, and is now a uuid',
    edit: (d) => d.set(`${answer}/properties/requestId/format`, 'uuid'),
  },
  {
    name: 'a member of an answer may be null',
    impact: 'major',
    edit: (d) => d.set(`${schemas}/Subject/properties/name/type`, ['string', 'null']),
  },
  {
    name: 'an answer is no longer described',
    impact: 'major',
    says: 'the answer 429 is no longer described: it falls under `default`',
    edit: (d) => d.remove(`${schedule}/responses/429`),
  },
  {
    name: 'an answer is described that had no description',
    impact: 'minor',
    edit: (d) => d.set(`${schedule}/responses/202`, d.get(`${schedule}/responses/200`)),
  },
  {
    name: 'success has another status',
    impact: 'major',
    edit: (d) => d.rename(`${schedule}/responses/200`, '201'),
  },
  {
    name: 'a header of an answer is no longer described',
    impact: 'major',
    edit: (d) => d.remove('openapi/components/responses/TooManyRequests/headers/Retry-After'),
  },
  {
    name: 'an operation has another id',
    impact: 'major',
    edit: (d) => d.set(`${schedule}/operationId`, 'send'),
  },
];

const button = '@cascade~1types: Button';

/** Edits of names that programs import or that code generators call types by. */
export const nameEdits: readonly SeededEdit[] = [
  {
    name: 'a component schema has another name',
    impact: 'major',
    says: 'the schema is now called `Sender`',
    edit: (d) => d.renameSchema('openapi', 'Subject', 'Sender'),
  },
  {
    name: 'a component schema of the AsyncAPI description has another name',
    impact: 'major',
    says: 'the schema is now called `Event`',
    edit: (d) => d.renameSchema('asyncapi', 'StatusEvent', 'Event'),
  },
  {
    name: 'a component schema goes, and where it was referred to its text is instead',
    impact: 'major',
    says: 'the schema is gone: types that are named after it go, too',
    edit: (d) => {
      const own = d.get(`${schemas}/Subject`);
      d.set(`${schemas}/CascadeStage/properties/subject`, own);
      d.remove(`${schemas}/Subject`);
    },
  },
  {
    name: 'a component schema is new',
    impact: 'patch',
    edit: (d) => d.set(`${schemas}/Seeded`, { type: 'string' }),
  },
  {
    name: 'a package exports a name no longer',
    impact: 'major',
    says: 'is no longer exported',
    edit: (d) => d.remove(`exports/${button}`),
  },
  {
    name: 'a package exports a name more',
    impact: 'minor',
    says: 'is exported',
    edit: (d) => d.set('exports/@cascade~1types: Seeded', 'type'),
  },
  {
    name: 'a package exports a type where it exported a value',
    impact: 'major',
    says: 'was a value, and is now a type',
    edit: (d) => d.set('exports/@cascade~1types: isProblem', 'type'),
  },
  {
    name: 'the required members of a request are listed in another order',
    impact: 'none',
    edit: (d) => {
      const required = d.get(`${schemas}/SchedulingRequest/required`);
      d.set(
        `${schemas}/SchedulingRequest/required`,
        Array.isArray(required) ? required.toReversed() : required,
      );
    },
  },
  {
    name: 'the types of a member are listed in another order',
    impact: 'none',
    edit: (d) => d.set(`${schemas}/Button/properties/text/type`, ['null', 'string']),
  },
  {
    name: 'a member moves into a base that the schema inherits from',
    impact: 'none',
    edit: (d) => {
      const own = d.get(`${schemas}/SubscriberFilter`) as JsonObject;
      const { address, ...rest } = own.properties as JsonObject;
      const required = (own.required ?? []) as readonly string[];
      const base = {
        type: 'object',
        properties: { address },
        required: required.filter((each) => each === 'address'),
      };
      d.set(`${schemas}/SeededBase`, base);
      d.set(`${schemas}/SubscriberFilter`, {
        ...own,
        properties: rest,
        required: required.filter((each) => each !== 'address'),
        allOf: [{ $ref: '#/components/schemas/SeededBase' }],
      });
    },
  },
  {
    name: 'a member that moves into a base changes there',
    impact: 'major',
    edit: (d) => {
      const own = d.get(`${schemas}/SubscriberFilter`) as JsonObject;
      const { address: _, ...rest } = own.properties as JsonObject;
      d.set(`${schemas}/SeededBase`, { type: 'object', properties: { address: { type: 'integer' } } });
      d.set(`${schemas}/SubscriberFilter`, {
        ...own,
        properties: rest,
        allOf: [{ $ref: '#/components/schemas/SeededBase' }],
      });
    },
  },
  {
    name: 'callbacks are no longer signed',
    impact: 'major',
    says: 'no longer says how it is signed',
    edit: (d) => d.remove('asyncapi/operations/sendMessageStatus/security'),
  },
  {
    name: 'an integer that was at least 1 is above 0',
    impact: 'none',
    edit: (d) => {
      d.remove(`${schemas}/MessageHistoryRequest/properties/limit/minimum`);
      d.set(`${schemas}/MessageHistoryRequest/properties/limit/exclusiveMinimum`, 0);
    },
  },
];
