import { controlAddress } from '../addresses.ts';
import { nodeAt, said } from '../description/read-description.ts';
import type { Page } from '../layout/page.ts';
import { answerSection } from '../operations/error-list.ts';
import { shapeList } from '../operations/field-list.ts';
import { type Interface, operationPage, takesBody } from '../operations/operation-pages.ts';
import type { DescribedAnswer, DocumentedCall } from '../operations/read-calls.ts';
import { readShapes, schemaOfContent } from '../operations/read-shapes.ts';
import { codeBlock } from '../parts/code-block.ts';
import { decisionLinks, provenanceBadge, table } from '../parts/elements.ts';
import { renderInline, renderMarkdown } from '../parts/markdown.ts';
import { type Html, html } from '../tree/html.ts';
import { controlSamples } from './control-samples.ts';
import { markedOnce } from './marked-once.ts';

const overviewFile = 'control.html';

/** The control interface of the mock, for testers: an overview, and a page for each operation. */
export function controlPages(calls: readonly DocumentedCall[], description: unknown): readonly Page[] {
  const pages = calls.map((call) => operationPage(call, control));
  return [overview(calls, description), ...pages.map((page) => ({ ...page, body: markedOnce(page.body) }))];
}

/** No key. All problems have the same form, so their responses say enough. */
const control: Interface = {
  changes: new Map(),
  overview: overviewFile,
  folder: 'control',
  headersOf: (call) =>
    takesBody(call)
      ? [
          {
            name: 'content-type',
            value: 'application/json',
            provenance: 'assumed',
            says: html`<p>JSON in UTF-8.</p>`,
          },
        ]
      : [],
  samplesOf: controlSamples,
  errorsOf: ({ answers }) => html`${answers.filter(isError).map(answerSection)}
<p><a href="/${overviewFile}#problems">Fields of a problem</a></p>`,
};

function isError({ status }: DescribedAnswer): boolean {
  return !status.startsWith('2');
}

function overview(calls: readonly DocumentedCall[], description: unknown): Page {
  const info = nodeAt(description, 'info');
  const tags = [...new Set(calls.map(({ tag }) => tag))];
  return {
    file: overviewFile,
    title: 'Mock control',
    lead: 'Operations for tests: an account of its own for each, faults, scenes of messages, a clock, and what came and went.',
    isAssumed: true,
    body: html`
<p>${provenanceBadge('assumed')} ${decisionLinks(said(info).decisions)}</p>
${renderMarkdown(String(info.description))}
<h2 id="start">Start</h2>
${codeBlock({ language: 'sh', text: 'node packages/mock/src/cli.ts --control' })}
<p>The mock of <code>npm start</code> has it, too. The <a href="/console.html">console</a> has it as a panel.
<code>@cascade/mock/control</code> is a typed client. <a href="/test-against-the-mock.html">Test against the mock</a> has three tests
with it.</p>
<h2 id="operations">Operations</h2>
${tags.map((tag) =>
  group(
    nodeOfTag(description, tag),
    calls.filter((call) => call.tag === tag),
  ),
)}
<h2 id="problems">Problems</h2>
${problemFields(calls, description)}
<h2 id="files">The description itself</h2>
<p><a href="/control.yaml">control.yaml</a> and <a href="/control.json">control.json</a> have all of this for your tools.</p>`,
  };
}

/** Calls have their tags in lower case. */
function nodeOfTag(description: unknown, tag: string) {
  const tags = [nodeAt(description).tags ?? []].flat().map((one) => nodeAt(one));
  return tags.find(({ name }) => String(name).toLowerCase() === tag) ?? { name: tag };
}

function group(tag: Readonly<Record<string, unknown>>, calls: readonly DocumentedCall[]): Html {
  const name = String(tag.name);
  return html`<h3 id="tag-${name.toLowerCase()}">${name}</h3>
<p>${renderInline(String(tag.description ?? ''))}</p>
${table(['request', 'what it does'], calls.map(row))}`;
}

function row({ id, method, path, summary }: DocumentedCall): Html {
  return html`<tr id="${id}"><th scope="row"><a href="${controlAddress(id)}"><code>${method} ${path}</code></a></th><td>${summary}</td></tr>\n`;
}

/** The fields of a problem: those of the response with any other status, which every operation has. */
function problemFields(calls: readonly DocumentedCall[], description: unknown): Html | undefined {
  const [call] = calls;
  const other = call?.answers.find(({ status }) => status === 'default');
  const schema = schemaOfContent(other?.content)?.schema;
  if (schema === undefined) return undefined;
  const shapes = readShapes(description, schema, []);
  const codeLink = (code: string) => html`<code>${code}</code>`;
  return markedOnce(shapeList(shapes, codeLink), 0);
}
