import { Marked } from 'marked';
import type { Field, Operation, Said, ValueList } from '../description/read-description.ts';
import { type Html, html, raw } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { clauseLinks, decisionLinks, provenanceBadge, table } from '../parts.ts';

const markdown = new Marked();

/** The content of the page. */
export interface OperationsAndFields {
  readonly operations: readonly Operation[];
  readonly fields: readonly Field[];
  readonly lists: readonly ValueList[];
}

/** Every operation, field and open list, each with an anchor, readable without JavaScript. */
export function operationsAndFieldsPage({ operations, fields, lists }: OperationsAndFields): Page {
  const schemas = [...new Set(fields.map(({ schema }) => schema))];
  return {
    file: 'reference.html',
    title: 'Operations and fields',
    body: html`
<p class="lead">Every operation, and every field of its bodies. Redoc shows the same with all examples:
<a href="/redoc/api.html">API in Redoc</a>, <a href="/redoc/callback.html">Callback in Redoc</a>.</p>
<h2 id="operations">Operations</h2>
${operations.map(operation)}
<h2 id="fields">Fields</h2>
${schemas.map((schema) =>
  schemaOf(
    schema,
    fields.filter((field) => field.schema === schema),
  ),
)}
<h2 id="values">Open lists</h2>
<p>These lists grow: handle values that are not listed.</p>
${lists.map(listOf)}`,
  };
}

function operation(one: Operation): Html {
  return html`<section id="${one.id}" class="entry ${one.provenance}">
<h3><a href="#${one.id}">${one.title}</a> ${provenanceBadge(one.provenance)}</h3>
<p>${one.summary}</p>
${text(one)}
<p class="source">${source(one)}</p>
</section>\n`;
}

function schemaOf(schema: string, fields: readonly Field[]): Html {
  const rows = fields.map(
    (field) =>
      html`<tr id="${field.id}" class="${field.provenance}"><th scope="row"><a href="#${field.id}">${field.name}</a>${field.required ? html` <small>required</small>` : undefined}</th><td>${field.type}</td><td>${provenanceBadge(field.provenance)}${text(field)}<span class="source">${source(field)}</span></td></tr>\n`,
  );
  return html`<h3 id="schema-${schema}">${schema}</h3>\n${table(['field', 'type', 'description'], rows)}\n`;
}

function listOf(list: ValueList): Html {
  const values = list.values.map(
    ({ value, provenance }) =>
      html`<li class="${provenance}"><code>${value}</code>${provenance === list.provenance ? undefined : html` ${provenanceBadge(provenance)}`}</li>\n`,
  );
  return html`<section id="schema-${list.schema}" class="entry ${list.provenance}">
<h3><a href="#schema-${list.schema}">${list.schema}</a> ${provenanceBadge(list.provenance)}</h3>
${text(list)}
<ul class="values">${values}</ul>
<p class="source">${source(list)}</p>
</section>\n`;
}

function text({ description }: Said): Html {
  return raw(String(markdown.parse(description)));
}

function source({ clauses, decisions }: Said): Html {
  return html`${clauseLinks(clauses)}${clauses.length > 0 && decisions.length > 0 ? ', ' : ''}${decisionLinks(decisions)}`;
}
