import type { JsonObject } from '@cascade/contract';
import type { SeededEdit } from './edit-release.ts';

const schemas = 'openapi/components/schemas';
const schedule = 'openapi/paths/~1api~1cascade~1schedule/post';
const problems = 'catalogue/problems';

const decisions = 'catalogue/decisions';
const listing = `${decisions}/ADR-0013`;

const newDecision = { title: 'New', status: 'accepted', choice: 'New.' };

const newCode = {
  status: 409,
  title: 'new-code',
  retry: 'after-fix',
  cause: 'New.',
  fix: 'New.',
  advice: 'New.',
  details: { 'new-code': null },
};

/** Edits that break consumers of the released contract. */
export const breaking: readonly SeededEdit[] = [
  { name: 'a code goes', impact: 'major', edit: (d) => d.remove(`${problems}/out-of-balance`) },
  {
    name: 'a code is renamed',
    impact: 'major',
    edit: (d) => d.rename(`${problems}/out-of-balance`, 'no-money'),
  },
  {
    name: 'a code gets another status',
    impact: 'major',
    edit: (d) => d.set(`${problems}/out-of-balance/status`, 402),
  },
  {
    name: 'a comment is reworded',
    impact: 'major',
    edit: (d) => d.set(`${problems}/button-validation-error/details/too-many-buttons`, 'Too many buttons'),
  },
  {
    name: 'the text of the violations changes',
    impact: 'major',
    edit: (d) =>
      d.set(`${problems}/cascade-scheduling-request-is-not-valid/details/both-violations`, 'Not valid'),
  },
  { name: 'a reason goes', impact: 'major', edit: (d) => d.remove('catalogue/reasons/duplicated') },
  {
    name: 'a spelling goes',
    impact: 'major',
    edit: (d) => d.set('catalogue/reasons/no-template-match/aliases', []),
  },
  { name: 'a limit is lowered', impact: 'major', edit: (d) => d.set('catalogue/limits/buttons/value', 5) },
  { name: 'a limit is raised', impact: 'major', edit: (d) => d.set('catalogue/limits/buttons/value', 12) },
  { name: 'a clause goes', impact: 'major', edit: (d) => d.remove('catalogue/clauses/9~1codes-grow') },
  {
    name: 'a member of the request becomes required',
    impact: 'major',
    edit: (d) => d.push(`${schemas}/SchedulingRequest/required`, 'comment'),
  },
  {
    name: 'the media type of a problem changes',
    impact: 'major',
    edit: (d) =>
      d.rename(
        'openapi/components/responses/BadRequest/content/application~1problem+json',
        'application/json',
      ),
  },
  {
    name: 'the key travels in another header',
    impact: 'major',
    edit: (d) => d.set('openapi/components/securitySchemes/ApiKeyAuth/name', 'authorization'),
  },
  {
    name: 'an operation goes',
    impact: 'major',
    edit: (d) => d.remove('openapi/paths/~1api~1cascade~1get-all'),
  },
  {
    name: 'the payload of the callback loses a member',
    impact: 'major',
    edit: (d) => d.remove('asyncapi/components/schemas/StatusEvent/properties/statusAt'),
  },
  {
    name: 'a condition of the request moves',
    impact: 'major',
    edit: (d) => d.set(`${schemas}/ChattwoContent/allOf/1/if`, { required: ['buttons'] }),
  },
  {
    name: 'a decision chooses otherwise, and only descriptions and examples move with it',
    impact: 'major',
    edit: (d) => {
      d.set(`${listing}/choice`, 'A bare array; order counts from 1.');
      d.set('openapi/components/examples/cascades', { value: [] });
    },
  },
  { name: 'a decision goes', impact: 'major', edit: (d) => d.remove(listing) },
  {
    name: 'a decision is superseded',
    impact: 'major',
    edit: (d) => {
      d.set(`${listing}/status`, 'superseded by ADR-0099');
      d.set(`${decisions}/ADR-0099`, newDecision);
    },
  },
  {
    name: 'a decision gets another number, and chooses otherwise',
    impact: 'major',
    edit: (d) => {
      d.set(`${listing}/choice`, 'A bare array; order counts from 1.');
      d.rename(listing, 'ADR-0099');
    },
  },
];

/** Edits that consumers do not notice if they follow the contract. */
export const harmless: readonly SeededEdit[] = [
  { name: 'nothing changes', impact: 'none', edit: () => {} },
  { name: 'only the version changes', impact: 'none', edit: (d) => d.set('openapi/info/version', '7.0.0') },
  { name: 'a code is new', impact: 'minor', edit: (d) => d.set(`${problems}/new-code`, newCode) },
  {
    name: 'a reason is new',
    impact: 'minor',
    edit: (d) =>
      d.set('catalogue/reasons/new-reason', {
        aliases: [],
        channels: [],
        retry: 'later',
        meaning: 'New.',
        advice: '',
      }),
  },
  {
    name: 'a gap of the source is filled',
    impact: 'minor',
    edit: (d) => d.set('catalogue/clauses/1~1timing-between-stages/kind', 'rule'),
  },
  {
    name: 'a decision is new',
    impact: 'minor',
    edit: (d) => d.set(`${decisions}/ADR-0099`, newDecision),
  },
  {
    name: 'a decision gets another number',
    impact: 'patch',
    edit: (d) => d.rename(listing, 'ADR-0099'),
  },
  {
    name: 'a decision gets another title',
    impact: 'none',
    edit: (d) => d.set(`${listing}/title`, 'The list of cascades'),
  },
  {
    name: 'two decisions exchange their numbers',
    impact: 'patch',
    edit: (d) => {
      d.rename(listing, 'ADR-0099');
      d.rename(`${decisions}/ADR-0014`, 'ADR-0013');
      d.rename(`${decisions}/ADR-0099`, 'ADR-0014');
    },
  },
  {
    name: 'an advice is reworded',
    impact: 'patch',
    edit: (d) => d.set(`${problems}/auth-error/advice`, 'Look.'),
  },
  {
    name: 'a member of the request is new and optional',
    impact: 'minor',
    edit: (d) => d.set(`${schemas}/SchedulingRequest/properties/priority`, { type: 'integer' }),
  },
  {
    name: 'an operation is new',
    impact: 'minor',
    edit: (d) =>
      d.set('openapi/paths/~1api~1new', structuredClone(d.get('openapi/paths/~1api~1callback~1set'))),
  },
  {
    name: 'a description is reworded',
    impact: 'patch',
    edit: (d) => d.set(`${schedule}/description`, 'Schedules.'),
  },
];

/** Edits of the writing only, as for the sake of a code generator. */
export const rewrites: readonly SeededEdit[] = [
  {
    name: 'an open object no longer says so',
    impact: 'none',
    edit: (d) => d.remove(`${schemas}/Subject/additionalProperties`),
  },
  {
    name: 'a member is true instead of {}',
    impact: 'none',
    edit: (d) => d.set(`${schemas}/ChannelContent/allOf/0/then/properties/text`, true),
  },
  {
    name: 'a choice of types is a list of types',
    impact: 'none',
    edit: (d) => {
      const { anyOf, 'x-problem': before, ...rest } = d.get(`${schemas}/Action`) as JsonObject;
      const problem = { ...(before as JsonObject), anyOf: undefined, type: 'matched-template-not-found' };
      d.set(`${schemas}/Action`, { ...rest, type: ['object', 'string'], 'x-problem': problem });
    },
  },
  {
    name: 'a condition moves into the branch before',
    impact: 'none',
    edit: (d) => {
      const { allOf, ...own } = d.get(`${schemas}/ChattwoContent`) as JsonObject;
      const [shared, condition] = allOf as readonly JsonObject[];
      d.set(`${schemas}/ChattwoContent`, { ...own, ...condition, allOf: [shared] });
    },
  },
  {
    name: 'members move into a branch',
    impact: 'none',
    edit: (d) => {
      const { allOf, properties, ...own } = d.get(`${schemas}/ChattwoContent`) as JsonObject;
      const [shared, condition] = allOf as readonly JsonObject[];
      d.set(`${schemas}/ChattwoContent`, { ...own, allOf: [shared, { properties }, condition] });
    },
  },
  {
    name: 'the schema of an answer loses its name',
    impact: 'none',
    edit: (d) => {
      const problem = d.get(`${schemas}/NotFoundProblem`) as JsonObject;
      const content = 'openapi/components/responses/NotFound/content';
      d.set(`${content}/application~1json/schema`, problem);
      d.set(`${content}/application~1problem+json/schema`, structuredClone(problem));
    },
  },
  {
    name: 'the values of an open list lose their name',
    impact: 'none',
    edit: (d) => {
      const { description: _, ...listed } = d.get(`${schemas}/ListedButtonType`) as JsonObject;
      d.set(`${schemas}/ButtonType/anyOf/0`, listed);
      d.remove(`${schemas}/ListedButtonType`);
    },
  },
  {
    name: 'the variable of the server has another name',
    impact: 'none',
    edit: (d) => {
      d.set('openapi/servers/0/url', '{home}');
      d.rename('openapi/servers/0/variables/serverUrl', 'home');
    },
  },
  {
    name: 'a schema is the only one of its allOf',
    impact: 'none',
    edit: (d) => {
      d.set(`${schemas}/SchedulingRequest/properties/content`, {
        allOf: [{ $ref: '#/components/schemas/Content' }],
      });
      d.set(`${schemas}/Subject`, { allOf: [d.get(`${schemas}/Subject`)] });
    },
  },
  {
    name: 'the parameter of the channel has another name',
    impact: 'none',
    edit: (d) => {
      d.set('asyncapi/channels/statusCallback/address', '{path}');
      d.rename('asyncapi/channels/statusCallback/parameters/statusCallbackPath', 'path');
    },
  },
];
