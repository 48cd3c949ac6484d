import { isNode, type Node } from '../is-node.ts';
import { objectOf } from './object-of.ts';
import { relaxed, relaxedSchemas } from './relaxed.ts';

const forGenerators = `**For code generators.** Generate from this, validate with the full description, \`openapi.yaml\`.
This profile only relaxes: whatever is valid there is valid here, but not the other way round. Open lists are strings,
conditions between members are left out, and every error is a \`Problem\`.
`;
const forTesters = `**For testers that read OpenAPI 3.0.** The schemas are relaxed as in the profile for code generators; every documented
answer is there with its named examples. Validate with the full description, \`openapi.yaml\`.
`;
const introductions = { 'code generators': forGenerators, testers: forTesters } as const;

/** Generators want one type for all problems; testers walk every documented status with its examples. */
export type Audience = 'code generators' | 'testers';

/** The profile of a bundled OpenAPI 3.1 description for other tools, also in OpenAPI 3.1. */
export function profileOf(bundle: Node, audience: Audience = 'code generators'): Node {
  const { info, components, paths, webhooks, ...rest } = bundle;
  const { schemas, securitySchemes, parameters } = objectOf(components);
  const all = objectOf(schemas);
  const items = (group: unknown) =>
    Object.fromEntries(
      Object.entries(objectOf(group)).map(([name, item]) => [name, itemOf(item, bundle, audience)]),
    );
  const profile = {
    ...objectOf(plain(rest)),
    info: withIntroduction(objectOf(plain(info)), audience),
    paths: items(paths),
    webhooks: items(webhooks),
    components: {
      schemas: relaxedSchemas(all),
      responses: { Problem: problemResponse },
      parameters: withRelaxed(plain(parameters), all),
      securitySchemes: plain(securitySchemes),
    },
  };
  return withoutUnused(profile);
}

/** Without the schemas that a relaxed one has taken the place of. */
function withoutUnused(profile: Node): Node {
  const text = JSON.stringify(profile);
  const components = objectOf(profile.components);
  const used = Object.entries(objectOf(components.schemas)).filter(([name]) =>
    text.includes(`"#/components/schemas/${name}"`),
  );
  return { ...profile, components: { ...components, schemas: Object.fromEntries(used) } };
}

const problem = { schema: { $ref: '#/components/schemas/Problem' } };

const problemResponse = {
  description: 'What went wrong. The code is in `title`.',
  content: { 'application/problem+json': problem, 'application/json': problem },
};

function withIntroduction(info: Node, audience: Audience): Node {
  return {
    ...info,
    title: `${String(info.title)}, for ${audience}`,
    description: `${introductions[audience]}\n${String(info.description)}`,
  };
}

/** A path or webhook: its operations with their bodies, their answers, and one response for all problems. */
function itemOf(item: unknown, bundle: Node, audience: Audience): Node {
  return Object.fromEntries(
    Object.entries(objectOf(item)).map(([method, operation]) => [
      method,
      operationOf(operation, bundle, audience),
    ]),
  );
}

function operationOf(operation: unknown, bundle: Node, audience: Audience): Node {
  const { requestBody, responses, ...rest } = objectOf(operation);
  const statuses = Object.entries(objectOf(responses)).map(
    ([status, response]) => [status, targetOf(response, bundle)] as const,
  );
  const refuses =
    audience === 'code generators' &&
    statuses.some(([, response]) => 'application/problem+json' in objectOf(response.content));
  const answers = statuses.filter(([status]) => !refuses || status.startsWith('2'));
  return {
    ...objectOf(plain(rest)),
    requestBody: withContent(targetOf(requestBody, bundle), bundle, audience),
    responses: {
      ...Object.fromEntries(
        answers.map(([status, response]) => [status, withContent(response, bundle, audience)]),
      ),
      ...(refuses ? { '4XX': problemReference, '5XX': problemReference } : {}),
    },
  };
}

const problemReference = { $ref: '#/components/responses/Problem' };

/** A request body or response, with its relaxed schema and its examples in place. */
function withContent(body: Node, bundle: Node, audience: Audience): Node {
  const schemas = objectOf(objectOf(bundle.components).schemas);
  const { content, headers, ...described } = body;
  const inPlace = Object.entries(objectOf(headers)).map(([name, header]) => {
    const { schema, description, required } = targetOf(header, bundle);
    return [name, { description, ...(required ? { required } : {}), schema: relaxed(schema, schemas) }];
  });
  const rest = headers === undefined ? described : { ...described, headers: Object.fromEntries(inPlace) };
  if (content === undefined) return objectOf(plain(rest));
  const media = Object.entries(objectOf(content)).map(([type, medium]) => {
    const { schema, examples } = objectOf(medium);
    const shown = Object.entries(objectOf(examples)).slice(0, audience === 'testers' ? undefined : 8);
    const values = shown.map(([name, example]) => [name, plainExample(targetOf(example, bundle))]);
    return [type, { schema: relaxed(schema, schemas), examples: Object.fromEntries(values) }];
  });
  return { ...objectOf(plain(rest)), content: Object.fromEntries(media) };
}

function plainExample({ summary, value }: Node): Node {
  return { summary, value };
}

function withRelaxed(parameters: unknown, schemas: Node): Node {
  return Object.fromEntries(
    Object.entries(objectOf(parameters)).map(([name, parameter]) => [
      name,
      { ...objectOf(parameter), schema: relaxed(objectOf(parameter).schema, schemas) },
    ]),
  );
}

function targetOf(value: unknown, bundle: Node): Node {
  const { $ref } = objectOf(value);
  if (typeof $ref !== 'string') return objectOf(value);
  return objectOf(
    $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((node, key) => objectOf(node)[key], bundle),
  );
}

/** Without our own marks, which no generator reads. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isNode(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !key.startsWith('x-'));
  return Object.fromEntries(kept.map(([key, child]) => [key, plain(child)]));
}
