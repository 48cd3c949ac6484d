import type { Contract } from '@cascade/contract';
import { codeAddress, operationAddress } from '../addresses.ts';
import { consoleLink } from '../console/link.ts';
import { nodeAt, said } from '../description/read-description.ts';
import type { Page } from '../layout/page.ts';
import { isObject } from '../objects.ts';
import { codeBlock, codeMarkup } from '../parts/code-block.ts';
import { clauseLinks, provenanceBadge, table, tabs } from '../parts/elements.ts';
import { renderMarkdown } from '../parts/markdown.ts';
import { type Sample, samplesOf } from '../samples/index.ts';
import { sampleServers } from '../samples/servers.ts';
import { type Html, html } from '../tree/html.ts';
import { answerSection, errorList } from './error-list.ts';
import {
  type ChangesByName,
  changedLinks,
  foldedSource,
  type HeaderRow,
  headerList,
  shapeList,
  sourceLinks,
} from './field-list.ts';
import { kindsOf, kindsTable } from './kinds-table.ts';
import type { DescribedAnswer, DocumentedCall, Example } from './read-calls.ts';
import type { Shape } from './read-shapes.ts';

const sampleHeaders = { 'x-api-key': 'demo-key', 'content-type': 'application/json' };

/** What differs between the pages of one interface and of another. */
export interface Interface {
  /** The file of the overview of its operations. */
  readonly overview: string;
  /** The folder of their pages. */
  readonly folder: string;
  headersOf(call: DocumentedCall): readonly HeaderRow[];
  /** The request with the body of an example, in each language. */
  samplesOf(call: DocumentedCall, example: Example | undefined): readonly Sample[];
  /** The responses that are errors. */
  errorsOf(call: DocumentedCall): Html;
  /** What changed in which version. */
  readonly changes: ChangesByName;
}

/** One operation: the request in several languages, its body, every answer, and the errors. */
export function operationPage(call: DocumentedCall, ofInterface: Interface): Page {
  const { id, summary, description, path, method, provenance, clauses, decisions } = call;
  const { overview: under, folder } = ofInterface;
  return {
    file: `${folder}/${id}.html`,
    under,
    title: summary,
    method,
    isAssumed: provenance === 'assumed',
    ...(call.bodies.length < 2
      ? {}
      : { loads: { file: `${folder}/${samplesFile(call)}`, text: samplesScript(call, ofInterface) } }),
    body: html`
<p class="call"><code><span class="method ${method.toLowerCase()}">${method}</span> ${path}</code>${provenance === 'assumed' ? html` ${provenanceBadge(provenance)}` : undefined} ${consoleLink({ operation: id })}${changedLinks(id, ofInterface.changes)}</p>
${renderMarkdown(description)}
${foldedSource({ clauses, decisions })}
<h2 id="request">Request</h2>
${samples(call, ofInterface)}
${headersSection(ofInterface.headersOf(call))}
${queryTable(call)}
${bodySection(call, ofInterface.changes)}
${furtherBodies(call)}
<h2 id="answers">Responses</h2>
${call.answers.filter(({ status }) => status.startsWith('2')).map((answer) => answerSection(ofSample(answer, call)))}
${shapeList(resultAlone(call), codeLinkOf(call), ofInterface.changes)}
<h2 id="errors">Errors</h2>
${ofInterface.errorsOf(call)}`,
  };
}

function bodySection(call: DocumentedCall, changes: ChangesByName): Html | undefined {
  if (!takesBody(call)) return undefined;
  return html`<h2 id="body">Body</h2>
${renderMarkdown(call.bodySays ?? '')}
${kindsTable(call, codeLinkOf(call))}
<h2 id="fields">Fields</h2>
${shapeList(call.request, codeLinkOf(call), changes)}`;
}

/** The response to the request beside it: it repeats the id of that. */
function ofSample(answer: DescribedAnswer, { bodies }: DocumentedCall): DescribedAnswer {
  if (!takesId(bodies[0])) return answer;
  const examples = answer.examples.map((one) => ({ ...one, value: withId(one.value, sampleId) }));
  return { ...answer, examples };
}

/** The objects of the response that the body of the request does not have, too. */
function resultAlone({ request, result }: DocumentedCall): readonly Shape[] {
  const shown = new Set(request.map(({ schema }) => schema));
  return result.filter(({ schema }) => !shown.has(schema));
}

/** The API itself: a key with each request, and errors in the order of the checks. */
function apiOf(headers: readonly HeaderRow[], changes: ChangesByName): Interface {
  return {
    changes,
    overview: 'api.html',
    folder: 'operations',
    headersOf: (call) => headers.filter(({ name }) => takesBody(call) || name !== 'content-type'),
    samplesOf: formsOf,
    errorsOf: (call) => html`${errorList(call)}
<p class="source">The same in <a href="/redoc/api.html#/${call.tag}/${call.id.toLowerCase()}">Redoc</a>.</p>`,
  };
}

function headersSection(rows: readonly HeaderRow[]): Html | undefined {
  return rows.length === 0 ? undefined : html`<h3 id="headers">Headers</h3>\n${headerList(rows)}`;
}

/** A request for the first example in each language; where there are more, a choice of them. */
function samples(call: DocumentedCall, { samplesOf: formsOf }: Interface): Html {
  const [example] = call.bodies;
  const id = takesId(example) ? sampleId : undefined;
  const forms = formsOf(call, example);
  return html`<div class="beside"><div class="beside-fixed">
${call.bodies.length < 2 ? undefined : exampleChoice(call)}
${tabs(
  forms.map(({ label, language, text }) => ({ label, body: codeBlock({ language, text, requestId: id }) })),
  { areSame: true },
)}
</div></div>`;
}

export function takesBody({ bodySays }: DocumentedCall): boolean {
  return bodySays !== undefined;
}

function queryTable({ parameters }: DocumentedCall): Html | undefined {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map(
    ({ name, example, type, provenance, description, clauses, decisions }) =>
      html`<tr class="${provenance}"><th scope="row"><code>?${name}=${example}</code></th><td>${type}</td><td>${renderMarkdown(description)}${sourceLinks({ clauses, decisions })}</td></tr>\n`,
  );
  return html`<h3 id="query">Query</h3>
${table(['parameter', 'type', 'meaning'], rows)}`;
}

function formsOf(call: DocumentedCall, example: Example | undefined): readonly Sample[] {
  const { method, path } = call;
  const id = takesId(example) ? sampleId : undefined;
  return samplesOf({
    method,
    url: `${sampleServers.mock}${path}`,
    headers: takesBody(call) ? sampleHeaders : { 'x-api-key': sampleHeaders['x-api-key'] },
    keyIsPublic: true,
    ...(example === undefined ? {} : { body: JSON.stringify(withId(example.value, id)) }),
  });
}

function takesId(example: Example | undefined): boolean {
  return isObject(example?.value) && 'cascadeId' in example.value;
}

/** The script of the page writes the chosen example into the code of each language. */
function exampleChoice(call: DocumentedCall): Html {
  const options = call.bodies.map(
    ({ name, summary, value, provenance }) =>
      html`<option value="${name}" class="${provenance}">${[...kindsOf(value), summary].join(' · ')}</option>`,
  );
  return html`<p class="example-choice"><label>Example <select id="example" autocomplete="off" data-samples="${samplesFile(call)}">${options}</select></label></p>`;
}

const samplesFile = ({ id }: DocumentedCall) => `${id}-samples.js`;

/** The code of each example in each language, as the page shows it. */
function samplesScript(call: DocumentedCall, { samplesOf: formsOf }: Interface): string {
  const codeOf = (example: Example) =>
    formsOf(call, example).map(({ label, language, text }) => [label, codeMarkup(language, text).text]);
  const all = call.bodies.map((example) => [example.name, Object.fromEntries(codeOf(example))]);
  return `globalThis.cascadeSamples=${JSON.stringify({ id: sampleId, code: Object.fromEntries(all) })};\n`;
}

/** Of no other sample. */
const sampleId = '9b2f6a54-0c1d-4e8a-b7f3-5d60e8a14c27';

function withId(value: unknown, requestId: string | undefined): unknown {
  return requestId === undefined || !isObject(value) ? value : { ...value, requestId };
}

/** Links a code to its entry on this page if the operation can answer with it. */
function codeLinkOf({ steps }: DocumentedCall): (code: string) => Html {
  const codes = steps.flatMap(({ problems }) => problems.map(({ problem }) => problem));
  return (code) => {
    const problem = codes.find((one) => one.code === code);
    return problem === undefined ? html`<code>${code}</code>` : codeLink(problem.slug, code);
  };
}

function codeLink(slug: string, text: string): Html {
  return html`<a href="${codeAddress(slug)}">${text}</a>`;
}

function furtherBodies({ bodies, method, path }: DocumentedCall): Html | undefined {
  const [, ...further] = bodies;
  if (further.length === 0) return undefined;
  const entries = further.map(
    ({
      name,
      summary,
      value,
      provenance,
    }) => html`<details class="answer-row ${provenance}" id="example-${name}">
<summary>${summary}${provenance === 'assumed' ? html` ${provenanceBadge(provenance)}` : undefined}</summary>
${codeBlock({ language: 'json', text: JSON.stringify(value, undefined, 2) })}
<p>${consoleLink({ request: { method, path, headers: sampleHeaders, body: value } })}</p>
</details>`,
  );
  return html`<h3 id="examples">Further examples</h3>
<details class="more"><summary>${further.length} more bodies; the choice beside the text has them, too</summary>${entries}</details>`;
}

/** The overview of the interface, and a page for each operation. */
export function operationPages(
  calls: readonly DocumentedCall[],
  openapi: unknown,
  contract: Contract,
  changes: ChangesByName = new Map(),
): readonly Page[] {
  const headers = requestHeaders(openapi, contract);
  const api = apiOf(headers, changes);
  return [overview(calls, headers), ...calls.map((call) => operationPage(call, api))];
}

function overview(calls: readonly DocumentedCall[], headers: readonly HeaderRow[]): Page {
  const listed = (provenance: DocumentedCall['provenance']) =>
    table(
      ['request', 'what it does', 'source'],
      calls.filter((call) => call.provenance === provenance).map(row),
    );
  return {
    file: 'api.html',
    title: 'Operations',
    lead: 'What a program of yours calls, and what the provider calls at your side.',
    body: html`
<h2 id="operations">You call</h2>
${listed('documented')}
<h2 id="callback">The provider calls</h2>
<p>Each change of a status is posted to <a href="/callback.html">your callback address</a>.</p>
<h2 id="every-request">Every request</h2>
<p>Your provider gives you the base address and the key. Bodies are JSON in UTF-8, in both directions.</p>
${headerList(headers)}
<h2 id="every-error">Every error</h2>
<p>A problem body says what is wrong: its <code>title</code> is one of the <a href="/catalogue.html">problem codes</a>,
a list that grows. The checks have an <a href="/journey.html#rules">order</a>; the first failed check decides the response.</p>
<div class="assumed">
<h2 id="additions">Assumed operations</h2>
<p>The source document does not show these operations: their paths, bodies and responses are ours.</p>
${listed('assumed')}
</div>
<h2 id="files">The description itself</h2>
<p><a href="/openapi.yaml">openapi.yaml</a> and <a href="/openapi.json">openapi.json</a> have all of this for your tools;
<a href="/downloads.html">downloads</a> has every file.
<a href="/reference.html">Reference</a> is an index of every field. The same in
<a href="/redoc/api.html">Redoc</a>.</p>`,
  };
}

function row({ id, method, path, summary, provenance }: DocumentedCall): Html {
  return html`<tr id="${id}" class="${provenance}"><th scope="row"><a href="${operationAddress(id)}"><code>${method} ${path}</code></a></th><td>${summary}</td><td>${provenanceBadge(provenance)}</td></tr>\n`;
}

/** The key, as its security scheme says, and the media type. */
function requestHeaders(openapi: unknown, contract: Contract): readonly HeaderRow[] {
  const scheme = nodeAt(openapi, 'components', 'securitySchemes', 'ApiKeyAuth');
  const mediaType = '4.1/header-content-type';
  const source = (ids: readonly string[]): Html => html`<span class="source">${clauseLinks(ids)}</span>`;
  return [
    {
      name: String(scheme.name),
      value: 'demo-key',
      provenance: said(scheme).provenance,
      says: html`${renderMarkdown(String(scheme.description))}${source(said(scheme).clauses)}`,
    },
    {
      name: 'content-type',
      value: 'application/json',
      provenance: 'documented',
      says: html`${contract.clauses.get(mediaType)?.says} ${source([mediaType])}`,
    },
  ];
}
