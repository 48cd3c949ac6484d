import type { Contract } from '@cascade/contract';
import { operationAddress } from '../addresses.ts';
import { nodeAt, said } from '../description/read-description.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { clauseLinks } from '../parts/links.ts';
import { renderMarkdown } from '../parts/markdown.ts';
import { provenanceBadge } from '../parts/provenance.ts';
import { table } from '../parts/table.ts';
import { type HeaderRow, headerTable } from './header-table.ts';
import { operationPage } from './operation-page.ts';
import type { Call } from './read-calls.ts';

/** The overview of the interface, and a page for each operation. */
export function operationPages(
  calls: readonly Call[],
  openapi: unknown,
  contract: Contract,
): readonly Page[] {
  const headers = requestHeaders(openapi, contract);
  return [overview(calls, headers), ...calls.map((call) => operationPage(call, headers))];
}

function overview(calls: readonly Call[], headers: readonly HeaderRow[]): Page {
  const listed = (provenance: Call['provenance']) =>
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
${headerTable(headers)}
<h2 id="every-error">Every error</h2>
<p>A problem body says what is wrong: its <code>title</code> is one of the <a href="/catalogue.html">problem codes</a>,
a list that grows. The checks have an <a href="/journey.html#rules">order</a>; the first failed check decides the answer.</p>
<div class="assumed">
<h2 id="additions">Additions</h2>
<p>The source document does not show these operations: their paths, bodies and answers are ours.</p>
${listed('assumed')}
</div>
<h2 id="files">The description itself</h2>
<p><a href="/openapi.yaml">openapi.yaml</a> and <a href="/openapi.json">openapi.json</a> have all of this for your tools;
<a href="/downloads.html">downloads</a> has every file.
<a href="/reference.html">Fields</a> is an index of every member. The same in
<a href="/redoc/api.html">Redoc</a>.</p>`,
  };
}

function row({ id, method, path, summary, provenance }: Call): Html {
  return html`<tr id="${id}" class="${provenance}"><th scope="row"><a href="${operationAddress(id)}"><code>${method} ${path}</code></a></th><td>${summary}</td><td>${provenanceBadge(provenance)}</td></tr>\n`;
}

/** The key, as its security scheme says, and the media type. */
function requestHeaders(openapi: unknown, contract: Contract): readonly HeaderRow[] {
  const scheme = nodeAt(nodeAt(nodeAt(openapi, 'components'), 'securitySchemes'), 'ApiKeyAuth');
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
