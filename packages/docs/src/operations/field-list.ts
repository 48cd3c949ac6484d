import type { Said } from '../description/read-description.ts';
import { attributes, type Html, html } from '../html.ts';
import { clauseLinks, decisionLinks, joined, provenanceBadge, table } from '../parts/elements.ts';
import { renderMarkdown } from '../parts/markdown.ts';
import type { Member, Shape } from './read-shapes.ts';

/** Where a node comes from: links to its clauses and decisions. */
export function sourceLinks({
  clauses,
  decisions,
  additions = [],
}: Pick<Said, 'clauses' | 'decisions'> & Partial<Pick<Said, 'additions'>>): Html {
  const links = [
    ...(clauses.length === 0 ? [] : [clauseLinks(clauses)]),
    ...(decisions.length === 0 ? [] : [decisionLinks(decisions)]),
    ...(additions.length === 0 ? [] : [html`assumed in part: ${decisionLinks(additions)}`]),
  ];
  return html`<span class="source">${joined(links)}</span>`;
}

/** A header with a value, and what it means. */
export interface HeaderRow {
  readonly name: string;
  readonly value: string;
  readonly provenance: 'documented' | 'assumed';
  readonly says: Html;
}

/** Headers as they are sent. */
export function headerTable(rows: readonly HeaderRow[]): Html {
  return table(
    ['header', 'meaning'],
    rows.map(
      ({ name, value, provenance, says }) =>
        html`<tr class="${provenance}"><th scope="row"><code>${name}: ${value}</code></th><td>${says}</td></tr>\n`,
    ),
  );
}

/** How the page links a problem code. */
type CodeLink = (code: string) => Html;

/**
 * The members of objects, each with an anchor: type, what it means, limits, values and source. The fields of
 * an object are below the first member that has it, to open and close; what several objects include has a
 * section of its own.
 */
export function shapeList(
  shapes: readonly Shape[],
  codeLink: CodeLink,
  below: (shape: Shape) => Html | undefined,
) {
  const included = new Set(shapes.flatMap((shape) => shape.includes));
  const waiting = new Map(
    shapes.filter(({ schema }) => !included.has(schema)).map((shape) => [shape.schema, shape]),
  );
  const names = new Set(shapes.map(({ schema }) => schema));

  function fieldsOf(shape: Shape, depth: number, said?: string): Html {
    const says = shape.description === said ? undefined : renderMarkdown(shape.description);
    const entries = shape.members.map((member) => {
      const inner = member.schemas.map((schema) => waiting.get(schema)).find((one) => one !== undefined);
      if (inner !== undefined) waiting.delete(inner.schema);
      return entry(member, { names, codeLink, inner: inner && nested(inner, depth + 1, member.description) });
    });
    return html`${says}
${includes(shape)}
${entries.length === 0 ? undefined : html`<dl class="members">${entries}</dl>`}
${below(shape)}`;
  }

  function nested(shape: Shape, depth: number, said: string): Html {
    const { schema, provenance } = shape;
    return html`<details class="nested ${provenance}" id="schema-${schema}"${attributes({ open: depth === 1 })}>
<summary>Fields of <code>${schema}</code></summary>
${fieldsOf(shape, depth, said)}
</details>`;
  }

  const section = (shape: Shape): Html => html`
<section id="schema-${shape.schema}" class="${shape.provenance}">
<h3><a href="#schema-${shape.schema}">${shape.schema}</a> ${provenanceBadge(shape.provenance)}</h3>
${fieldsOf(shape, 0)}
</section>`;
  const [root] = shapes;
  if (root === undefined) return html``;
  waiting.delete(root.schema);
  const body = section(root);
  const common = shapes.filter(({ schema }) => schema !== root.schema && included.has(schema)).map(section);
  const rest = shapes.filter(({ schema }) => waiting.has(schema)).map(section);
  return html`${body}${common}${rest}`;
}

function includes({ includes: others, members }: Shape): Html | undefined {
  if (others.length === 0) return undefined;
  const links = others.map((other) => html`<a href="#schema-${other}">${other}</a>`);
  return html`<p>It has the fields of ${joined(links)}${members.length === 0 ? '.' : ', and these:'}</p>`;
}

interface Around {
  readonly names: ReadonlySet<string>;
  readonly codeLink: CodeLink;
  /** The fields of the object that the member is. */
  readonly inner: Html | undefined;
}

function entry(member: Member, { names, codeLink, inner }: Around): Html {
  const { id, name, provenance, description } = member;
  return html`<div id="${id}" class="member ${provenance}">
<dt><a href="#${id}"><code>${name}</code></a> <span class="type">${typeOf(member, names)}</span> ${required(member)}${provenanceBadge(provenance)}</dt>
<dd>${renderMarkdown(description)}${values(member)}${limits(member, codeLink)}
<p>${sourceLinks(member)}</p>${inner}</dd>
</div>
`;
}

/** The type in words of JSON; the names of objects link to them. */
function typeOf({ type, schemas, list }: Member, names: ReadonlySet<string>): Html {
  const [plain = ''] = type.split(', ', 1);
  if (list !== undefined)
    return html`${plain.replace(`list of ${list.schema}`, 'list of strings').replace(list.schema, 'string')}`;
  const linked = schemas.find((schema) => names.has(schema));
  if (linked === undefined) return html`${plain}`;
  // A reference to an object whose members differ by channel has no type of its own.
  const [before = '', after = ''] = (plain === 'any' ? linked : plain).split(linked);
  return html`${before}<a href="#schema-${linked}">${linked}</a>${after}`;
}

function required({ required: always, requiredFor }: Member): Html | undefined {
  if (always) return html`<strong class="required">required</strong> `;
  if (requiredFor.length === 0) return undefined;
  const kinds = requiredFor.map(({ value }) => html`<code>${value}</code>`);
  const provenance = requiredFor.some((kind) => kind.provenance === 'documented') ? 'documented' : 'assumed';
  return html`<strong class="required ${provenance}">required for ${joined(kinds)}</strong> `;
}

function values({ list }: Member): Html | undefined {
  if (list === undefined) return undefined;
  const items = list.values.map(
    ({ value, provenance }) => html`<li class="${provenance}"><code>${value}</code></li>`,
  );
  return html`<p class="values-of">Values so far of the <a href="/reference.html#schema-${list.schema}">open list</a>:</p><ul class="values">${items}</ul>`;
}

function limits(member: Member, codeLink: CodeLink): Html | undefined {
  const { limits: all, missing, requiredFor } = member;
  const rows: readonly LimitRow[] = [
    ...(missing === undefined ? [] : [{ says: html`must be present`, code: missing, provenance: undefined }]),
    ...requiredFor.map(({ value, ...rest }) => ({
      says: html`must be present with <code>${value}</code>`,
      ...rest,
    })),
    ...all.map(({ says, code }) => ({ says: html`${says}`, code, provenance: undefined })),
  ];
  const items = rows.map(
    ({ says, code, provenance }) =>
      html`<li class="${provenance ?? ''}">${says}${code === undefined ? undefined : html`, else ${codeLink(code)}`}</li>`,
  );
  return items.length === 0 ? undefined : html`<ul class="limits">${items}</ul>`;
}

interface LimitRow {
  readonly says: Html;
  readonly code: string | undefined;
  readonly provenance: string | undefined;
}
