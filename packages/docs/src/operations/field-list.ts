import type { Said } from '../description/read-description.ts';
import { type Html, html } from '../html.ts';
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

/** The members of objects, each with an anchor: type, what it means, limits, values and source. */
export function shapeList(
  shapes: readonly Shape[],
  codeLink: CodeLink,
  below: (shape: Shape) => Html | undefined,
) {
  const names = new Set(shapes.map(({ schema }) => schema));
  return html`${shapes.map(
    (shape) => html`
<section id="schema-${shape.schema}" class="${shape.provenance}">
<h3><a href="#schema-${shape.schema}">${shape.schema}</a> ${provenanceBadge(shape.provenance)}</h3>
${renderMarkdown(shape.description)}
${includes(shape)}
${shape.members.length === 0 ? undefined : html`<dl class="members">${shape.members.map((member) => entry(member, names, codeLink))}</dl>`}
${below(shape)}
</section>`,
  )}`;
}

function includes({ includes: others, members }: Shape): Html | undefined {
  if (others.length === 0) return undefined;
  const links = others.map((other) => html`<a href="#schema-${other}">${other}</a>`);
  return html`<p>It has the members of ${joined(links)}${members.length === 0 ? '.' : ', and these:'}</p>`;
}

function entry(member: Member, names: ReadonlySet<string>, codeLink: CodeLink): Html {
  const { id, name, provenance, description } = member;
  return html`<div id="${id}" class="member ${provenance}">
<dt><a href="#${id}"><code>${name}</code></a> <span class="type">${typeOf(member, names)}</span> ${required(member)}${provenanceBadge(provenance)}</dt>
<dd>${renderMarkdown(description)}${values(member)}${limits(member, codeLink)}
<p>${sourceLinks(member)}</p></dd>
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

function limits({ limits: all, missing, requiredFor }: Member, codeLink: CodeLink): Html | undefined {
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
