import type { MisjudgedEdit } from './seeded-edit.ts';

const schemas = 'openapi/components/schemas';
const schedule = 'openapi/paths/~1api~1cascade~1schedule/post';
const buttons = `${schemas}/ChattwoContent/properties/buttons`;

/** Edits that Redocly misses, underrates or overrates. */
export const misjudged: readonly MisjudgedEdit[] = [
  {
    name: 'an open list of answers gains a value',
    impact: 'minor',
    redoclyAlone: 'major',
    edit: (d) => d.push(`${schemas}/ListedProblemTitle/enum`, 'new-code'),
  },
  {
    name: 'an open list of the callback gains a value',
    impact: 'minor',
    redoclyAlone: 'major',
    edit: (d) => d.push('asyncapi/components/schemas/ListedMessageStatus/enum', 'SEEN'),
  },
  {
    name: 'an open list loses a value',
    impact: 'major',
    redoclyAlone: 'minor',
    edit: (d) => d.remove(`${schemas}/ListedProblemTitle/enum/0`),
  },
  {
    name: 'a list marked x-extensible-enum loses a value',
    impact: 'major',
    redoclyAlone: 'none',
    edit: (d) => d.remove(`${schemas}/Subject/properties/seeded/x-extensible-enum/0`),
  },
  {
    name: 'fewer link buttons are allowed',
    impact: 'major',
    redoclyAlone: 'patch',
    edit: (d) => d.set(`${buttons}/allOf/0/maxContains`, 1),
  },
  {
    name: 'a member of the request is no longer known',
    impact: 'major',
    redoclyAlone: 'patch',
    edit: (d) => d.remove(`${schemas}/SchedulingRequest/properties/comment`),
  },
  {
    name: 'an example goes',
    impact: 'major',
    redoclyAlone: 'patch',
    edit: (d) => {
      d.remove(`${schedule}/requestBody/content/application~1json/examples/location`);
      d.remove('openapi/components/examples/location');
    },
  },
  {
    name: 'a constraint yields another code',
    impact: 'major',
    redoclyAlone: 'none',
    edit: (d) => d.set(`${buttons}/x-problem/maxItems/code`, 'template-parameter-is-not-valid'),
  },
  {
    name: 'an assumption turns out to be documented',
    impact: 'minor',
    redoclyAlone: 'patch',
    edit: (d) => d.set(`${schemas}/StatusEvent/properties/messageId/x-provenance`, 'documented'),
  },
];
