import { type JsonObject, objectOf, targetOf } from '@cascade/contract';
import { controlAddress } from '../addresses.ts';
import {
  entriesOf,
  listOf,
  nodeAt,
  placedOperations,
  readOperations,
  typeOf,
} from '../description/read-description.ts';
import { breakable } from '../parts/elements.ts';
import { renderInline } from '../parts/markdown.ts';
import { type Attributes, attributes, type Html, html } from '../tree/html.ts';

/**
 * The operations of the control that the panel shows at once, each with the fields that its form shows at
 * once. Every other operation of the description has a form below *Other operations*, made in the same way.
 */
const shownFirst: Readonly<Record<string, readonly string[]>> = {
  createBehaviour: ['account', 'operation', 'fault', 'answer.code', 'delaySeconds', 'times'],
};

/**
 * What fields have before the reader writes. The page itself registers callbacks and lists cascades: without
 * an operation, a behaviour might apply to these.
 */
const values: Readonly<Record<string, string>> = { 'createBehaviour operation': 'scheduleMessage' };

/** What the panel is made of. */
interface PanelSources {
  /** The description of the control. */
  readonly control: unknown;
  /** That of the API, whose operations and problem codes the fields of the control name. */
  readonly openapi: unknown;
  readonly contract: { readonly problems: readonly { readonly code: string }[] };
}

/** The content of the panel that controls the mock that is the target. */
export function controlPanel({ control, openapi, contract }: PanelSources): Html {
  const calls = placedOperations(control).map((placed) => callOf(control, placed));
  const others = calls.filter(({ id }) => !Object.hasOwn(shownFirst, id));
  const suggestions: Readonly<Record<(typeof suggested)[number], readonly string[]>> = {
    code: contract.problems.map(({ code }) => code),
    operation: readOperations(openapi).map(({ id }) => id),
  };
  return html`
<p id="console-control-off" class="console-note" role="status" hidden></p>
<p id="console-control-retry-line" hidden><button type="button" class="console-button" id="console-control-retry">Try again</button></p>
<div id="console-control-on" hidden>
<div class="control-columns">
<div>
${account()}
<section aria-labelledby="console-control-next">
<h3 id="console-control-next">Next requests</h3>
${calls.filter(({ id }) => Object.hasOwn(shownFirst, id)).map((call) => formOf(call, shownFirst[call.id] ?? []))}
<ul id="console-control-planned" aria-label="Behaviours that may still apply"></ul>
</section>
</div>
${received()}
</div>
<details id="console-control-others">
<summary>Other operations</summary>
${others.map(otherOperation)}
</details>
${Object.entries(suggestions).map(
  ([name, values]) =>
    html`<datalist id="console-control-${name}">${values.map((value) => html`<option value="${value}"></option>`)}</datalist>`,
)}
</div>`;
}

function account(): Html {
  return html`
<section aria-labelledby="console-control-own">
<h3 id="console-control-own">Account</h3>
<p class="console-hint">An account of your own shares nothing with the others: request ids, money, messages.</p>
<div class="console-row">
<button type="button" class="console-button" id="console-control-create">Create an account and use its key</button>
<button type="button" class="console-button" id="console-control-reset" disabled>Reset it</button>
</div>
<p id="console-control-account" class="console-hint" role="status">No account of your own yet.</p>
</section>`;
}

function received(): Html {
  return html`
<section aria-labelledby="console-control-received-title">
<h3 id="console-control-received-title">Received requests</h3>
<p id="console-control-count" class="console-hint" role="status"></p>
<label class="check" id="console-control-mine-label" hidden><input type="checkbox" id="console-control-mine" checked> Of my account
only</label>
<ol id="console-control-received"></ol>
</section>`;
}

/** An operation with what its form asks for. */
interface FormCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly takesBody: boolean;
  readonly fields: readonly FormField[];
}

/** A field of a body, or of a query. */
interface FormField {
  /** `answer.code` is a field of the object `answer`. */
  readonly name: string;
  readonly place: 'body' | 'query';
  readonly schema: JsonObject;
  readonly says: string;
}

function callOf(control: unknown, { operation, method, path, node }: PlacedOperation): FormCall {
  const body = nodeAt(node, 'requestBody', 'content', 'application/json', 'schema');
  const parameters = listOf(node.parameters).map((one) => targetOf(control, one));
  const query = parameters.map(({ name, schema, description }) => ({
    name: String(name),
    place: 'query' as const,
    schema: objectOf(schema),
    says: String(description),
  }));
  const takesBody = node.requestBody !== undefined;
  return { ...operation, method, path, takesBody, fields: [...query, ...fieldsOf(control, body)] };
}

type PlacedOperation = ReturnType<typeof placedOperations>[number];

/** The fields of an object, and those of the objects in it. */
function fieldsOf(control: unknown, schema: unknown, prefix = ''): readonly FormField[] {
  return entriesOf(nodeAt(targetOf(control, schema), 'properties')).flatMap(([own, written]) => {
    const node = { ...targetOf(control, written), ...written };
    const name = prefix + own;
    const isPlainObject = node.properties !== undefined && prefix.split('.').length < deepest;
    if (isPlainObject) return fieldsOf(control, node, `${name}.`);
    return [{ name, place: 'body' as const, schema: node, says: String(node.description ?? '') }];
  });
}

/** Deeper objects are written as JSON. */
const deepest = 3;

function formOf({ id, method, path, summary, takesBody, fields }: FormCall, first: readonly string[]): Html {
  const named = first.flatMap((name) => fields.filter((field) => field.name === name));
  const shown = first.length === 0 ? fields : named;
  const more = fields.filter((field) => !shown.includes(field));
  return html`<form class="control-form" aria-label="${summary}" data-operation="${id}" data-method="${method}" data-path="${path}"${attributes({ 'data-body': takesBody })}>
${fieldsGrid(id, shown)}
${more.length === 0 ? undefined : html`<details><summary>More fields</summary>${fieldsGrid(id, more)}</details>`}
<p><button type="submit" class="console-button">${summary}</button> <a href="${controlAddress(id)}">Description</a></p>
<div class="control-result" role="status"></div>
</form>`;
}

function fieldsGrid(operation: string, fields: readonly FormField[]): Html | undefined {
  if (fields.length === 0) return undefined;
  return html`<div class="control-fields">${fields.map((field) => fieldOf(operation, field))}</div>`;
}

function otherOperation(call: FormCall): Html {
  return html`<details class="control-operation"><summary>${call.summary} <code>${call.method} ${call.path}</code></summary>
${formOf(call, [])}
</details>\n`;
}

function fieldOf(operation: string, field: FormField): Html {
  const hint = `console-control-${operation}-${field.name}`;
  const common = attributes({
    name: field.name,
    value: values[`${operation} ${field.name}`],
    'data-place': field.place,
    'aria-describedby': hint,
  });
  return html`<div${attributes({ class: field.says.length > longHint ? 'wide' : undefined })}><label>${breakable(field.name)} ${inputOf(field, common)}</label>
<p class="console-hint" id="${hint}">${renderInline(field.says)}</p></div>\n`;
}

/** Characters. A longer text takes the whole width. */
const longHint = 160;

/** The script reads every value but a text as JSON. */
function inputOf({ name, schema }: FormField, common: Attributes): Html {
  const type = [schema.type].flat()[0];
  const choices = type === 'boolean' ? [true, false] : schema.enum;
  const kind = attributes({ 'data-json': type !== 'string' });
  if (Array.isArray(choices))
    return html`<select ${common}${kind}><option value=""></option>${choices.map((value) => html`<option>${String(value)}</option>`)}</select>`;
  if (type === 'integer' || type === 'number')
    return html`<input type="number" ${common}${kind}${attributes({ min: boundOf(schema.minimum), max: boundOf(schema.maximum) })} step="${type === 'integer' ? 1 : 'any'}">`;
  if (type === 'string')
    return html`<input ${common}${attributes({ list: suggestionsFor(name) })} spellcheck="false" autocomplete="off">`;
  return html`<textarea ${common}${kind} rows="2" spellcheck="false" placeholder="JSON: ${typeOf(schema)}"></textarea>`;
}

function boundOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Names of fields whose values are known. */
const suggested = ['code', 'operation'] as const;

function suggestionsFor(name: string): string | undefined {
  const known = suggested.find((one) => one === name.split('.').at(-1));
  return known && `console-control-${known}`;
}
