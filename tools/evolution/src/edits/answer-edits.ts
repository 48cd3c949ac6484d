import type { SeededEdit } from './seeded-edit.ts';

const schemas = 'openapi/components/schemas';
const schedule = 'openapi/paths/~1api~1cascade~1schedule/post';
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
