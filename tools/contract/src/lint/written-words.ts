import { type Contract, type JsonObject, objectOf, stringsOf } from '../index.ts';
import { isOpenList, type Placed, replace } from './lib/nodes.ts';

/**
 * What the files leave to the catalogue and to marks, in words: viewers and code generators show descriptions
 * and neither of those.
 *
 * - A response of problems ends with a table of its codes: when each comes, and how to fix the request.
 * - An open list ends with its listed values, and says which of them are assumed.
 * - A schema whose conditions ask for fields by the value of another one ends with a table of them.
 */
export function writeWords(parts: readonly Placed[], { problems }: Pick<Contract, 'problems'>): void {
  for (const { node } of parts) {
    const codes = problems.filter(({ cases }) => cases.some(({ name }) => examplesOf(node).includes(name)));
    if (codes.length > 0) writeCodes(node, codes);
    if (isOpenList(node)) append(node, listedValues(node));
    append(node, needsTable(node));
  }
}

/** The names of the examples of a response, in all media types. */
function examplesOf(node: JsonObject): readonly string[] {
  return Object.values(objectOf(node.content)).flatMap((media) =>
    Object.keys(objectOf(objectOf(media).examples)),
  );
}

/** With the table, the response states the clauses of its codes. */
function writeCodes(node: Record<string, unknown>, codes: Contract['problems']): void {
  append(node, codeTable(codes));
  if (!('x-clause' in node)) return;
  const stated = [...stringsOf(node['x-clause']), ...codes.flatMap(({ clauses }) => clauses)];
  replace(node, { ...node, 'x-clause': [...new Set(stated)] });
}

/**
 * Redoc breaks code in a narrow column at each letter, so names are bold. One with an apostrophe is code:
 * Swagger UI makes another character of it elsewhere.
 */
function nameIn(code: string): string {
  return code.includes("'") ? `\`${code}\`` : `**${code}**`;
}

function codeTable(problems: Contract['problems']): string {
  const rows = problems.map(({ code, title, cause, fix }) => {
    const names = title === code ? nameIn(code) : `${nameIn(code)}, in \`title\` ${nameIn(title)}`;
    return `| ${names} | ${cause} | ${fix} |`;
  });
  return ['| Code | When | Fix (ours) |', '|---|---|---|', ...rows].join('\n');
}

/** What each value of a field needs beside it, as the conditions of a schema say it. */
function needsTable(schema: JsonObject): string | undefined {
  const branches = [schema.allOf ?? []].flat().map(objectOf);
  const needs = branches.flatMap(({ if: question, then: consequence }) => {
    const required = stringsOf(objectOf(consequence).required);
    return Object.entries(objectOf(objectOf(question).properties)).flatMap(([field, asked]) => {
      const { const: value } = objectOf(asked);
      return typeof value === 'string' && required.length > 0 ? [{ field, value, required }] : [];
    });
  });
  const [first] = needs;
  if (first === undefined || needs.some(({ field }) => field !== first.field)) return undefined;
  const rows = needs.map(
    ({ value, required }) => `| \`${value}\` | ${required.map((name) => `\`${name}\``).join(', ')} |`,
  );
  return [`| \`${first.field}\` | Required beside it |`, '|---|---|', ...rows].join('\n');
}

/** The values of a list, those of ours in a paragraph of their own; nothing where its description has each. */
function listedValues(list: JsonObject): string | undefined {
  const values = stringsOf(list['x-extensible-enum']);
  const assumed = stringsOf(list['x-assumed-values']);
  const words = String(list.description);
  if (values.every((value) => words.includes(`\`${value}\``) || words.includes(`**${value}**`)))
    return undefined;
  const named = (group: readonly string[]) => `${group.map((value) => `\`${value}\``).join(', ')}.`;
  const shown = values.filter((value) => !assumed.includes(value));
  return [
    ...(shown.length === 0 ? [] : [`Listed so far: ${named(shown)}`]),
    ...(assumed.length === 0
      ? []
      : [`Assumed (${stringsOf(list['x-assumed']).join(', ')}): ${named(assumed)}`]),
  ].join('\n\n');
}

function append(node: JsonObject, text: string | undefined): void {
  if (text === undefined) return;
  const { description } = node;
  const written = typeof description === 'string' ? `${description.trimEnd()}\n\n${text}\n` : text;
  replace(node, { ...node, description: written });
}
