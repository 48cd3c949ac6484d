import type { Said } from '../description/read-description.ts';
import type { ChangedIn } from '../history/changed-in.ts';
import { breakable, clauseLinks, decisionLinks, joined, provenanceBadge } from '../parts/elements.ts';
import { renderMarkdown } from '../parts/markdown.ts';
import { type Html, html } from '../tree/html.ts';
import type { Member, Shape } from './read-shapes.ts';

type Sources = Pick<Said, 'clauses' | 'decisions'> & Partial<Pick<Said, 'additions'>>;

/** Where a node comes from: links to its clauses and decisions. */
export function sourceLinks({ clauses, decisions, additions = [] }: Sources): Html {
  const links = [
    ...(clauses.length === 0 ? [] : [clauseLinks(clauses)]),
    ...(decisions.length === 0 ? [] : [decisionLinks(decisions)]),
    ...(additions.length === 0 ? [] : [html`assumed in part: ${decisionLinks(additions)}`]),
  ];
  return html`<span class="source">${joined(links)}</span>`;
}

/** The same, folded: what a reader does needs no source. */
export function foldedSource(sources: Sources): Html | undefined {
  if (!hasSource(sources)) return undefined;
  return html`<details class="sources"><summary>Source</summary><p>${sourceLinks(sources)}</p></details>`;
}

function hasSource({ clauses, decisions, additions = [] }: Sources): boolean {
  return clauses.length + decisions.length + additions.length > 0;
}

/** A header with a value, and what it means. */
export interface HeaderRow {
  readonly name: string;
  readonly value: string;
  readonly provenance: 'documented' | 'assumed';
  readonly says: Html;
}

/** Headers as they are sent: a line each, which unfolds. */
export function headerList(rows: readonly HeaderRow[]): Html {
  return html`<ul class="members">${rows.map(
    ({ name, value, provenance, says }) =>
      html`<li class="member ${provenance}"><details><summary><code>${name}: ${value}</code></summary>
<div class="says">${says}</div></details></li>\n`,
  )}</ul>`;
}

/** How the page links a problem code. */
type CodeLink = (code: string) => Html;

/** The versions in which operations and fields changed, by their names. */
export type ChangesByName = ReadonlyMap<string, readonly ChangedIn[]>;

/** Links to what changed last of an operation or a field. */
export function changedLinks(name: string, changes: ChangesByName): Html | undefined {
  const [last] = changes.get(name) ?? [];
  if (last === undefined) return undefined;
  return html` <a class="changed-in${last.isBreaking ? ' breaking' : ''}" href="${last.href}">Changed in ${last.version}</a>`;
}

/**
 * The members of objects: a line each with name and type, and *required* at its end, which unfolds to what it
 * means, its limits and its values. The members of an object are below the first member that has it; what
 * several objects include has a section of its own.
 */
export function shapeList(
  shapes: readonly Shape[],
  codeLink: CodeLink,
  changes: ChangesByName = new Map(),
): Html {
  const included = new Set(shapes.flatMap((shape) => shape.includes));
  const waiting = new Map(
    shapes.filter(({ schema }) => !included.has(schema)).map((shape) => [shape.schema, shape]),
  );
  const names = new Set(shapes.map(({ schema }) => schema));

  function rowsOf({ includes, members }: Shape): readonly Html[] {
    const own = members.map((member) => {
      const inner = member.schemas.map((schema) => waiting.get(schema)).find((one) => one !== undefined);
      if (inner !== undefined) waiting.delete(inner.schema);
      const around = { codeLink, changes, linked: inner === undefined ? linkOf(member, names) : undefined };
      return html`<li class="member ${member.provenance}" id="${member.id}">${row(member, around)}${inner && nested(inner, member.description)}</li>\n`;
    });
    const isAll = members.length === 0;
    return [...includes.map((other) => includedRow(other, isAll)), ...own];
  }

  function nested(shape: Shape, said: string): Html {
    cited.push(shape);
    const about = shape.description === said ? undefined : renderMarkdown(shape.description);
    const says = about && html`<li class="about">${about}</li>\n`;
    return html`<ul class="members ${shape.provenance}" id="schema-${shape.schema}">${says}${rowsOf(shape)}</ul>`;
  }

  let cited: Shape[] = [];
  const section = (shape: Shape): Html => {
    cited = [shape];
    return html`
<section id="schema-${shape.schema}" class="${shape.provenance}">
<h3><a href="#schema-${shape.schema}">${shape.schema}</a>${badge(shape)}</h3>
${renderMarkdown(withoutTables(shape.description))}
<ul class="members">${rowsOf(shape)}</ul>
${sourcesOf(cited)}
</section>`;
  };
  const [root] = shapes;
  if (root === undefined) return html``;
  waiting.delete(root.schema);
  const body = section(root);
  const common = shapes.filter(({ schema }) => schema !== root.schema && included.has(schema)).map(section);
  const rest = shapes.filter(({ schema }) => waiting.has(schema)).map(section);
  return html`${body}${common}${rest}`;
}

/** What is assumed is marked; the rest is documented. */
function badge({ provenance }: Pick<Said, 'provenance'>): Html | undefined {
  return provenance === 'assumed' ? html` ${provenanceBadge(provenance)}` : undefined;
}

function includedRow(schema: string, isAll: boolean): Html {
  return html`<li class="about">The fields of <a href="#schema-${schema}">${schema}</a>${isAll ? '.' : ', and:'}</li>\n`;
}

/** The page has a table of its own of what a description says in one. */
function withoutTables(description: string): string {
  return description.replaceAll(/(?:^\|.*\n?)+/gm, '');
}

/** Every clause and decision that objects and their members rest on, folded. */
function sourcesOf(shapes: readonly Shape[]): Html | undefined {
  const cited = shapes
    .flatMap((shape): readonly Cited[] => [
      { name: shape.schema, sources: shape, provenance: shape.provenance },
      ...shape.members.map((member) => ({
        name: member.id,
        sources: member,
        provenance: member.provenance,
      })),
    ])
    .filter(({ sources }) => hasSource(sources));
  if (cited.length === 0) return undefined;
  const lines = cited.map(
    ({ name, sources, provenance }) =>
      html`<li class="${provenance}"><code>${breakable(name)}</code>: ${sourceLinks(sources)}</li>\n`,
  );
  return html`<details class="sources"><summary>Source</summary><ul>${lines}</ul></details>`;
}

interface Cited extends Pick<Said, 'provenance'> {
  readonly name: string;
  readonly sources: Sources;
}

interface Around {
  readonly codeLink: CodeLink;
  readonly changes: ChangesByName;
  /** The object that the member is, if the page shows it elsewhere. */
  readonly linked: Html | undefined;
}

function row(member: Member, { codeLink, changes, linked }: Around): Html {
  const { id, name, description } = member;
  return html`<details><summary><code>${name}</code> <span class="type">${typeOf(member)}</span>${badge(member)}${longest(member)}${required(member)}</summary>
<div class="says">${renderMarkdown(withoutLists(member, description))}${values(member)}${limits(member, codeLink)}
${member.provenance === 'assumed' ? html`<p><span class="source">Assumed by ${decisionLinks(member.decisions)}.</span></p>` : undefined}
<p class="source"><a class="self-link" href="#${id}">Link to this field</a>${linked}${changedLinks(id, changes)}</p></div></details>`;
}

/** The values of an open list are shown as a list. */
function withoutLists({ list }: Member, description: string): string {
  if (list === undefined) return description;
  return description
    .split('\n\n')
    .filter((paragraph) => !/^(?:Listed so far|Assumed \(ADR[^)]*\)): `/.test(paragraph))
    .join('\n\n');
}

/** The type in words of JSON. */
function typeOf({ type, schemas, list }: Member): string {
  const [plain = ''] = type.split(', ', 1);
  if (list !== undefined)
    return plain.replace(`list of ${list.schema}`, 'list of strings').replace(list.schema, 'string');
  // A reference to an object whose members differ by channel has no type of its own.
  return plain === 'any' ? (schemas[0] ?? plain) : plain;
}

function linkOf({ schemas }: Member, names: ReadonlySet<string>): Html | undefined {
  const schema = schemas.find((one) => names.has(one));
  return schema === undefined ? undefined : html` <a href="#schema-${schema}">Fields of ${schema}</a>`;
}

function required({ required: always, requiredFor }: Member): Html | undefined {
  if (always) return html` <strong class="required">required</strong>`;
  if (requiredFor.length === 0) return undefined;
  const provenance = requiredFor.some((kind) => kind.provenance === 'documented') ? 'documented' : 'assumed';
  return html` <strong class="required ${provenance}">for ${joined(requiredFor.map(({ value }) => html`${value}`))}</strong>`;
}

/** The first limit of a value, which most readers look for. */
function longest({ limits: all }: Member): Html | undefined {
  const says = all.find((limit) => /^at most/.test(limit.says))?.says;
  return says === undefined ? undefined : html` <small class="limit">${says}</small>`;
}

function values({ list }: Member): Html | undefined {
  if (list === undefined) return undefined;
  const items = list.values.map(
    ({ value, provenance }) =>
      html`<li class="${provenance}"><code>${value}</code>${badge({ provenance })}</li>`,
  );
  return html`<p>Values so far of the <a href="/reference.html#schema-${list.schema}">open list</a>:</p><ul class="values">${items}</ul>`;
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
