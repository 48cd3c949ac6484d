import { readFileSync } from 'node:fs';
import type { JsonObject } from '@cascade/contract';
import { parse } from 'yaml';
import type { Impact } from '../change.ts';
import type { Draft } from './edit-release.ts';

/** An edit of the contract, and what it does to consumers. */
export interface SeededEdit {
  readonly name: string;
  readonly impact: Impact;
  /** A part of what the gate says about it, where the sentence must be right. */
  readonly says?: string;
  /** What Redocly says that misses, underrates or overrates it. */
  readonly redoclyAlone?: Impact;
  readonly edit: (draft: Draft) => void;
}

/** A step of edits.yaml. */
interface Step {
  readonly set?: string;
  readonly remove?: string;
  readonly rename?: string;
  readonly push?: unknown;
  readonly renameSchema?: string;
  readonly of?: 'openapi' | 'asyncapi';
  readonly to?: unknown;
}

interface Written extends Omit<SeededEdit, 'edit'>, Step {
  readonly steps?: readonly Step[];
}

const schemas = 'openapi/components/schemas';
const schedule = 'openapi/paths/~1api~1cascade~1schedule/post';

/** A bundle of AsyncAPI has the message at its channel, and again at the operation that sends it. */
function inEachCopy(edit: (message: string) => void): void {
  edit('asyncapi/channels/statusCallback/messages/messageStatus');
  edit('asyncapi/operations/sendMessageStatus/messages/0');
}

/** Edits that take what is there: by name. */
const inCode: Readonly<Record<string, (draft: Draft) => void>> = {
  'an operation is new': (d) =>
    d.set('openapi/paths/~1api~1new', structuredClone(d.get('openapi/paths/~1api~1callback~1set'))),
  'a choice of types is a list of types': (d) => {
    const { anyOf, 'x-problem': before, ...rest } = d.get(`${schemas}/Action`) as JsonObject;
    const problem = { ...(before as JsonObject), anyOf: undefined, type: 'matched-template-not-found' };
    d.set(`${schemas}/Action`, { ...rest, type: ['object', 'string'], 'x-problem': problem });
  },
  'a condition moves into the branch before': (d) => {
    const { allOf, ...own } = d.get(`${schemas}/ChattwoContent`) as JsonObject;
    const [shared, condition] = allOf as readonly JsonObject[];
    d.set(`${schemas}/ChattwoContent`, { ...own, ...condition, allOf: [shared] });
  },
  'members move into a branch': (d) => {
    const { allOf, properties, ...own } = d.get(`${schemas}/ChattwoContent`) as JsonObject;
    const [shared, condition] = allOf as readonly JsonObject[];
    d.set(`${schemas}/ChattwoContent`, { ...own, allOf: [shared, { properties }, condition] });
  },
  'the schema of an answer loses its name': (d) => {
    const problem = d.get(`${schemas}/NotFoundProblem`) as JsonObject;
    const content = 'openapi/components/responses/NotFound/content';
    d.set(`${content}/application~1json/schema`, problem);
    d.set(`${content}/application~1problem+json/schema`, structuredClone(problem));
  },
  'the values of an open list lose their name': (d) => {
    const { description: _, ...listed } = d.get(`${schemas}/ListedButtonType`) as JsonObject;
    d.set(`${schemas}/ButtonType/anyOf/0`, listed);
    d.remove(`${schemas}/ListedButtonType`);
  },
  'a schema is the only one of its allOf': (d) => {
    d.set(`${schemas}/SchedulingRequest/properties/content`, {
      allOf: [{ $ref: '#/components/schemas/Content' }],
    });
    d.set(`${schemas}/Subject`, { allOf: [d.get(`${schemas}/Subject`)] });
  },
  'an answer is described that had no description': (d) =>
    d.set(`${schedule}/responses/202`, d.get(`${schedule}/responses/200`)),
  'the examples of a message are in another order': (d) =>
    inEachCopy((message) => {
      const examples = d.get(`${message}/examples`) as readonly unknown[];
      d.set(`${message}/examples`, examples.toReversed());
    }),
  'the list of statuses is closed, as a list of its own': (d) => {
    const { anyOf: _, ...rest } = d.get(`${schemas}/MessageStatus`) as JsonObject;
    const { enum: values } = d.get(`${schemas}/ListedMessageStatus`) as JsonObject;
    d.set(`${schemas}/MessageStatus`, { ...rest, type: 'string', enum: values });
  },
  'a component schema goes, and where it was referred to its text is instead': (d) => {
    const own = d.get(`${schemas}/Subject`);
    d.set(`${schemas}/CascadeStage/properties/subject`, own);
    d.remove(`${schemas}/Subject`);
  },
  'the required members of a request are listed in another order': (d) => {
    const required = d.get(`${schemas}/SchedulingRequest/required`);
    d.set(
      `${schemas}/SchedulingRequest/required`,
      Array.isArray(required) ? required.toReversed() : required,
    );
  },
  'a member moves into a base that the schema inherits from': (d) => {
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
  'a member that moves into a base changes there': (d) => {
    const own = d.get(`${schemas}/SubscriberFilter`) as JsonObject;
    const { address: _, ...rest } = own.properties as JsonObject;
    d.set(`${schemas}/SeededBase`, { type: 'object', properties: { address: { type: 'integer' } } });
    d.set(`${schemas}/SubscriberFilter`, {
      ...own,
      properties: rest,
      allOf: [{ $ref: '#/components/schemas/SeededBase' }],
    });
  },
};

/** Every seeded edit: a test applies each to the contract, and the gate must judge it as it says. */
export const seededEdits: readonly SeededEdit[] = (
  parse(readFileSync(new URL('edits.yaml', import.meta.url), 'utf8')) as readonly Written[]
).map(({ name, impact, says, redoclyAlone, steps, ...step }) => ({
  ...{ name, impact },
  ...(says !== undefined && { says }),
  ...(redoclyAlone !== undefined && { redoclyAlone }),
  edit: editOf(name, steps ?? (Object.keys(step).length > 0 ? [step] : undefined)),
}));

function editOf(name: string, steps: readonly Step[] | undefined): SeededEdit['edit'] {
  const edit = inCode[name];
  if ((edit === undefined) === (steps === undefined))
    throw new Error(`expected the edit '${name}' in edits.yaml or in code, found it in both or in neither`);
  return edit ?? ((draft) => void (steps ?? []).map((step) => take(step, draft)));
}

function take(step: Step, draft: Draft): void {
  const { set, remove, rename, push, renameSchema, of = 'openapi', to } = step;
  if (set !== undefined) draft.set(set, structuredClone(to));
  else if (remove !== undefined) draft.remove(remove);
  else if (rename !== undefined) draft.rename(rename, String(to));
  else if (push !== undefined) draft.push(String(to), structuredClone(push));
  else if (renameSchema !== undefined) draft.renameSchema(of, renameSchema, String(to));
  else throw new Error(`expected a step of a known kind, found ${JSON.stringify(step)}`);
}
