import { type Contract, type LimitEntry, unitOf } from '@cascade/contract';
import { codeAddress, operationAddress, reasonAddress } from '../addresses.ts';
import type { Field, ListedOperation, Said, ValueList } from '../description/read-description.ts';
import type { Page } from '../layout/page.ts';
import { type ChangesByName, changedLinks } from '../operations/field-list.ts';
import { clauseLinks, decisionLinks, joined, overview, provenanceBadge, table } from '../parts/elements.ts';
import { renderMarkdown } from '../parts/markdown.ts';
import { type Html, html } from '../tree/html.ts';

/** The content of the page. */
interface OperationsAndFields {
  readonly operations: readonly ListedOperation[];
  readonly fields: readonly Field[];
  readonly lists: readonly ValueList[];
  /** The pages that show a schema. */
  readonly uses: ReadonlyMap<string, readonly SchemaUse[]>;
  readonly changes: ChangesByName;
}

/** A page that shows a schema, and what it is called. */
interface SchemaUse {
  readonly href: string;
  readonly label: string;
}

/** The index of every operation, field and open list, each with an anchor, readable without JavaScript. */
export function operationsAndFieldsPage({
  operations,
  fields,
  lists,
  uses,
  changes,
}: OperationsAndFields): Page {
  const schemas = [...new Set(fields.map(({ schema }) => schema))];
  const named = new Set([...schemas, ...lists.map(({ schema }) => schema)]);
  const listed = (provenance: Said['provenance']) =>
    table(
      ['operation', 'what it does', 'source'],
      operations.filter((one) => one.provenance === provenance).map(operation),
    );
  return {
    file: 'reference.html',
    title: 'Reference',
    lead: 'Every field of every body, every header of a callback and every open list, each with its address.',
    body: html`
<p>${provenanceBadge('documented')} the source document says it, in the clauses that are linked.
<span class="badge assumed legend">assumed</span> the source is silent and we chose, in the decisions that are linked;
<a href="/assumptions.html">Assumptions</a> lists them by place.</p>
<h2 id="operations">Operations</h2>
${listed('documented')}
<div class="assumed">
<h3 id="additions">Assumed operations</h3>
<p>The source document does not show these operations.</p>
${listed('assumed')}
</div>
<h2 id="fields">Fields</h2>
${schemas.map((schema) =>
  schemaOf(
    schema,
    fields.filter((field) => field.schema === schema),
    { named, changes, uses: uses.get(schema) ?? [] },
  ),
)}
<h2 id="values">Open lists</h2>
<p>These lists grow: handle values that are not listed.</p>
${lists.map(listOf)}`,
  };
}

function operation(one: ListedOperation): Html {
  const { id, title, summary, provenance } = one;
  return html`<tr id="${id}" class="${provenance}"><th scope="row"><a href="${operationAddress(id)}"><code>${title}</code></a></th><td>${summary} <span class="source">${source(one)}</span></td><td>${provenanceBadge(provenance)}</td></tr>\n`;
}

interface Context {
  readonly changes: ChangesByName;
  readonly named: ReadonlySet<string>;
  readonly uses: readonly SchemaUse[];
}

function schemaOf(schema: string, fields: readonly Field[], { named, uses, changes }: Context): Html {
  const rows = fields.map(
    (field) =>
      html`<tr id="${field.id}" class="${field.provenance}"><th scope="row"><a href="#${field.id}">${field.name}</a>${field.required ? html` <small>required</small>` : undefined}</th><td>${typeOf(field, named)}</td><td>${provenanceBadge(field.provenance)}${renderMarkdown(field.description)}<span class="source">${source(field)}${changedLinks(field.id, changes)}</span></td></tr>\n`,
  );
  const links = uses.map(({ href, label }) => html`<a href="${href}#schema-${schema}">${label}</a>`);
  return html`<h3 id="schema-${schema}">${schema}</h3>
${links.length === 0 ? undefined : html`<p class="source">in ${joined(links)}</p>`}
${table(['field', 'type', 'description'], rows)}\n`;
}

/** The type with links to the schemas and lists that it names. */
function typeOf({ type }: Field, named: ReadonlySet<string>): Html {
  return html`${type
    .split(/\b/)
    .map((word) => (named.has(word) ? html`<a href="#schema-${word}">${word}</a>` : html`${word}`))}`;
}

function listOf(list: ValueList): Html {
  const values = list.values.map(
    ({ value, provenance }) =>
      html`<li class="${provenance}"><code>${value}</code>${provenance === list.provenance ? undefined : html` ${provenanceBadge(provenance)}`}</li>\n`,
  );
  return html`<section id="schema-${list.schema}" class="entry ${list.provenance}">
<h3><a href="#schema-${list.schema}">${list.schema}</a> ${provenanceBadge(list.provenance)}</h3>
${renderMarkdown(list.description)}
<ul class="values">${values}</ul>
<p class="source">${source(list)}</p>
</section>\n`;
}

function source({ clauses, decisions }: Said): Html {
  return html`${clauseLinks(clauses)}${clauses.length > 0 && decisions.length > 0 ? ', ' : ''}${decisionLinks(decisions)}`;
}

/** What the formats of whole numbers hold: no limits of their own. */
export const wholeNumbers = { id: Number.MAX_SAFE_INTEGER, small: 2 ** 31 - 1 };

/** Every limit, and what reports that it is exceeded; those of decisions after those of the source. */
export function limitsPage({ limits, problems }: Contract): Page {
  const slugOf = new Map(problems.map(({ code, slug }) => [code, slug]));
  return {
    file: 'limits.html',
    title: 'Limits',
    lead: 'Every number that a request, a callback or an integration can exceed, and what happens then.',
    body: html`
<p>Characters are Unicode code points, spaces included (<a href="/decisions/ADR-0023.html">ADR-0023</a>).</p>
${overview(
  ['value', 'limit', 'field', 'beyond it', 'source'],
  limits.map((limit) => ({
    id: limit.id,
    provenance: limit.clause === undefined ? 'assumed' : 'documented',
    cells: [
      html`<b>${limit.value.toLocaleString('en')}</b> ${unitOf(limit)}`,
      limit.says,
      fieldOf(limit),
      beyond(limit, slugOf),
      limit.clause === undefined
        ? decisionLinks([limit.decision].flatMap((id) => id ?? []))
        : clauseLinks([limit.clause]),
    ],
  })),
)}
<p>Ids and other whole numbers are at most ${wholeNumbers.id.toLocaleString('en')}, those of senders and offsets of lists at most
${wholeNumbers.small.toLocaleString('en')}; each field says which.</p>
<h2 id="without-a-value">Limits without a value</h2>
<p>The length of a message, the messages of a template a day and the requests of an account per second have limits that
their gateway or account sets (<a href="/decisions/ADR-0030.html">ADR-0030</a>). The numbers
<code>latitude</code>, <code>longitude</code> and <code>flowId</code> have no range
(<a href="/decisions/ADR-0049.html">ADR-0049</a>).</p>`,
  };
}

function beyond({ problem, reason, beyond: says = '' }: LimitEntry, slugOf: ReadonlyMap<string, string>) {
  if (problem !== undefined) return html`<a href="${codeAddress(slugOf.get(problem) ?? '')}">${problem}</a>`;
  if (reason !== undefined) return html`<a href="${reasonAddress(reason)}">${reason}</a>, in the callback`;
  return says;
}

/**
 * The field that has the limit, from the place of its number:
 * `ListPickerItem.yaml#/properties/title/maxLength`.
 */
function fieldOf({ at = '', text = '' }: LimitEntry) {
  const [, schema, field] = /(\w+)\.yaml#\/properties\/([\w-]+)(?:\/|$)/.exec(at) ?? [];
  if (schema !== undefined)
    return html`<a href="/reference.html#${schema}.${field}"><code>${field}</code></a>`;
  const [parent, name] = text.split('/').slice(-2);
  if (parent === undefined || name === undefined) return '';
  return html`<a href="/reference.html#${parent[0]?.toUpperCase()}${parent.slice(1)}.${name}"><code>${name}</code></a>`;
}
