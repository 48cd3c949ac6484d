import type { ValueList } from '../description/read-description.ts';
import { isObject } from '../objects.ts';
import { joined, table } from '../parts/elements.ts';
import { type Html, html } from '../tree/html.ts';
import type { DocumentedCall } from './read-calls.ts';
import type { Member, Shape } from './read-shapes.ts';

/** A rule on a field, and the code of a request that breaks it. */
interface Rule {
  readonly says: string;
  readonly code: string | undefined;
}

/**
 * What each contentType requires, then the limits of the fields that every contentType allows, each with the
 * code of a request that breaks it; nothing for a body without contentTypes.
 */
export function kindsTable(call: DocumentedCall, codeLink: (code: string) => Html): Html | undefined {
  const common = call.request.find(({ members }) => members.some(isContentType));
  const kinds = common?.members.find(isContentType)?.list?.values;
  if (common === undefined || kinds === undefined) return undefined;
  return html`<h2 id="kinds">Each contentType</h2>
${table(
  ['contentType', 'field', 'rule', 'otherwise'],
  [
    ...kinds.map((kind) => rowsOf(kind, common.members, { call, codeLink })),
    ...(['documented', 'assumed'] as const).map((provenance) =>
      rowOfFree(kinds, common.members, { call, provenance }),
    ),
    ...rowsOfAny(common, call).map(({ member, rules }) => rowsOfField('any', member, { rules, codeLink })),
  ],
)}
<p>Every other field is optional, and allowed with every contentType.</p>`;
}

function isContentType({ list }: Member): boolean {
  return list?.schema === 'ContentType';
}

function rowsOf(
  { value, provenance }: ValueList['values'][number],
  members: readonly Member[],
  { call, codeLink }: { readonly call: DocumentedCall; readonly codeLink: (code: string) => Html },
): Html {
  const needed = members.flatMap((member) =>
    member.requiredFor
      .filter((kind) => kind.value === value)
      .map(({ code }) => ({ member, rules: [{ says: 'required', code }, ...member.limits] })),
  );
  const [first, ...others] = needed.flatMap(({ member, rules }) => cellsOf(member, { rules, codeLink }));
  if (first === undefined) return html``;
  const head = html`<th scope="row" rowspan="${others.length + 1}">${kindLink(value, call)}</th>`;
  return html`<tr class="${provenance}">${head}${first}</tr>\n${others.map((cell) => html`<tr class="${provenance}">${cell}</tr>\n`)}`;
}

/** The contentTypes that require no field. */
function rowOfFree(
  kinds: ValueList['values'],
  members: readonly Member[],
  { call, provenance }: { readonly call: DocumentedCall; readonly provenance: Member['provenance'] },
): Html {
  const needs = new Set(members.flatMap(({ requiredFor }) => requiredFor.map(({ value }) => value)));
  const free = kinds.filter((kind) => kind.provenance === provenance && !needs.has(kind.value));
  if (free.length === 0) return html``;
  return html`<tr class="${provenance}"><th scope="row" colspan="2">${joined(free.map(({ value }) => kindLink(value, call)))}</th><td colspan="2">no required fields</td></tr>\n`;
}

/** The fields with limits that no contentType requires, those of single channels too. */
function rowsOfAny(common: Shape, { request }: DocumentedCall) {
  const channels = request.filter(({ includes }) => includes.includes(common.schema));
  return [...common.members, ...channels.flatMap(({ members }) => members)].flatMap((member) => {
    const { requiredFor, limits, missing } = member;
    const presence = missing === undefined ? [] : [{ says: 'required', code: missing }];
    const rules = [...presence, ...limits];
    return requiredFor.length > 0 || rules.length === 0 ? [] : [{ member, rules }];
  });
}

interface FieldRules {
  readonly rules: readonly Rule[];
  readonly codeLink: (code: string) => Html;
}

function rowsOfField(kind: string, member: Member, field: FieldRules): Html {
  const [first = html``, ...others] = cellsOf(member, field);
  const head = html`<th scope="row" rowspan="${others.length + 1}">${kind}</th>`;
  return html`<tr class="${member.provenance}">${head}${first}</tr>\n${others.map((cell) => html`<tr class="${member.provenance}">${cell}</tr>\n`)}`;
}

/** The cells of a field, for each of its codes a row: rules with one code share it. */
function cellsOf({ id, name }: Member, { rules, codeLink }: FieldRules): readonly Html[] {
  const byCode = [...Map.groupBy(rules, ({ code }) => code)];
  return byCode.map(([code, own], at) => {
    const field = html`<td rowspan="${byCode.length}"><a href="#${id}"><code>${name}</code></a></td>`;
    // The bounds of a number are a range.
    const all = own.map((rule) => rule.says).join(', ');
    const says = all
      .replace(/at least (-\S+), at most (\S+)/, 'from $1 to $2')
      .replaceAll('9,007,199,254,740,991', '(2^53-1)');
    return html`${at === 0 ? field : undefined}<td>${says}</td><td>${code === undefined ? undefined : codeLink(code)}</td>`;
  });
}

/** A contentType, which leads to the first example with it. */
function kindLink(kind: string, { bodies }: DocumentedCall): Html {
  const at = bodies.findIndex(({ value }) => kindsOf(value).includes(kind));
  const name = html`<code>${kind}</code>`;
  if (at < 0) return name;
  const target = at === 0 ? 'request' : `example-${bodies[at]?.name}`;
  return html`<a href="#${target}" data-example="${bodies[at]?.name}">${name}</a>`;
}

/** The contentTypes of a body, each once. */
export function kindsOf(body: unknown): readonly string[] {
  const content = isObject(body) && isObject(body.content) ? Object.values(body.content) : [];
  return [...new Set(content.flatMap((one) => (isObject(one) ? [String(one.contentType)] : [])))];
}
