import { isNode, type Node } from '../is-node.ts';
import { objectOf } from './object-of.ts';
import { relaxed, relaxedSchemas } from './relaxed.ts';

const introduction = `**For code generators.** Generate from this, validate with the full description, \`openapi.yaml\`.
This profile only relaxes: whatever is valid there is valid here, but not the other way round. Open lists are strings,
conditions between members are left out, and every error is a \`Problem\`.
`;

/** The profile of a bundled OpenAPI 3.1 description for code generators, also in OpenAPI 3.1. */
export function profileOf(bundle: Node): Node {
  const { info, components, paths, webhooks, ...rest } = bundle;
  const { schemas, securitySchemes, parameters } = objectOf(components);
  const all = objectOf(schemas);
  const items = (group: unknown) =>
    Object.fromEntries(Object.entries(objectOf(group)).map(([name, item]) => [name, itemOf(item, bundle)]));
  const profile = {
    ...objectOf(plain(rest)),
    info: withIntroduction(objectOf(plain(info))),
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

function withIntroduction(info: Node): Node {
  return {
    ...info,
    title: `${String(info.title)}, for code generators`,
    description: `${introduction}\n${String(info.description)}`,
  };
}

/** A path or webhook: its operations with their bodies, their answers, and one response for all problems. */
function itemOf(item: unknown, bundle: Node): Node {
  return Object.fromEntries(
    Object.entries(objectOf(item)).map(([method, operation]) => [method, operationOf(operation, bundle)]),
  );
}

function operationOf(operation: unknown, bundle: Node): Node {
  const { requestBody, responses, ...rest } = objectOf(operation);
  const statuses = Object.entries(objectOf(responses)).map(
    ([status, response]) => [status, targetOf(response, bundle)] as const,
  );
  const refuses = statuses.some(([, response]) => 'application/problem+json' in objectOf(response.content));
  const answers = statuses.filter(([status]) => !refuses || status.startsWith('2'));
  return {
    ...objectOf(plain(rest)),
    requestBody: withContent(targetOf(requestBody, bundle), bundle),
    responses: {
      ...Object.fromEntries(answers.map(([status, response]) => [status, withContent(response, bundle)])),
      ...(refuses ? { '4XX': problemReference, '5XX': problemReference } : {}),
    },
  };
}

const problemReference = { $ref: '#/components/responses/Problem' };

/** A request body or response, with its relaxed schema and its examples in place. */
function withContent(body: Node, bundle: Node): Node {
  const schemas = objectOf(objectOf(bundle.components).schemas);
  const { content, ...rest } = body;
  if (content === undefined) return objectOf(plain(rest));
  const media = Object.entries(objectOf(content)).map(([type, medium]) => {
    const { schema, examples } = objectOf(medium);
    const shown = Object.entries(objectOf(examples)).slice(0, 8);
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
