import { Buffer } from 'node:buffer';
import { releaseFiles } from '@cascade/bundle';
import { type Contract, readText, repositoryRoot } from '@cascade/contract';
import { type Html, html } from './html.ts';
import type { Page } from './layout/page.ts';
import { codeBlock } from './parts/code-block.ts';
import { table } from './parts/elements.ts';

/** A file of the contract that the portal offers. */
export interface Download {
  /** Its name in the site. */
  readonly file: string;
  readonly says: string;
  /** Its path in the repository, or what makes its text. */
  readonly from: string | ((contract: Contract) => string);
}

/** Files for the same use. */
interface DownloadGroup {
  readonly id: string;
  readonly title: string;
  /** What they are for, in one sentence. */
  readonly says: string;
  /** One line for a terminal; the files are in the current folder. */
  readonly use?: string;
  readonly files: readonly Download[];
}

const generated = (file: string, says: string, from = `spec/generated/${file}`): Download => ({
  file,
  says,
  from,
});

const downloadGroups: readonly DownloadGroup[] = [
  {
    id: 'descriptions',
    title: 'Descriptions',
    says: 'The whole interface. Validate with these, read them in a viewer, or let Prism answer from them.',
    use: 'npx @stoplight/prism-cli mock openapi.yaml',
    files: [
      generated('openapi.yaml', 'the API in OpenAPI 3.1'),
      generated('openapi.json', 'the same as JSON'),
      generated('asyncapi.yaml', 'the callback in AsyncAPI 3.0'),
      generated('asyncapi.json', 'the same as JSON'),
      generated('gateway.yaml', 'the protocol of HTTP gateways in OpenAPI 3.1, for operators'),
      generated('gateway.json', 'the same as JSON'),
    ],
  },
  {
    id: 'profiles',
    title: 'Profiles for code generators',
    says: 'The API with more valid and without conditions, since many generators stumble over them.',
    use: 'npx @openapitools/openapi-generator-cli generate -i openapi-for-generators.yaml -g python -o client',
    files: [
      generated('openapi-for-generators.yaml', 'for generators that read OpenAPI 3.1'),
      generated('openapi-for-generators.json', 'the same as JSON'),
      generated('openapi-3.0-for-generators.yaml', 'for generators that read OpenAPI 3.0'),
      generated('openapi-3.0-for-generators.json', 'the same as JSON'),
      generated('openapi-3.0-for-testers.yaml', 'for testers that read OpenAPI 3.0'),
      generated('openapi-3.0-for-testers.json', 'the same as JSON'),
    ],
  },
  {
    id: 'collections',
    title: 'Collections',
    says: 'Every operation with its examples, and a folder for each problem code. They fit the mock; set the variables baseUrl and apiKey for another provider.',
    use: 'npx newman run cascade.postman_collection.json',
    files: [
      generated(
        'cascade.postman_collection.json',
        'for Postman 2.1; Bruno, Insomnia and Hoppscotch import it, too',
        'spec/collections/generated/cascade.postman_collection.json',
      ),
      generated(
        'cascade.http',
        'for the REST Client of VS Code and httpYac',
        'spec/collections/generated/cascade.http',
      ),
    ],
  },
  {
    id: 'vectors',
    title: 'Test vectors',
    says: 'Tests of an implementation in any language: each vector has a request or a callback and what must come of it.',
    files: [
      generated(
        'vectors-requests.json',
        'for providers: requests with every permitted answer',
        'spec/vectors/generated/requests.json',
      ),
      generated(
        'vectors-violations.json',
        'for providers: violation texts as data',
        'spec/vectors/generated/violations.json',
      ),
      generated(
        'vectors-callbacks.json',
        'for receivers: callbacks with valid and invalid signatures',
        'spec/vectors/generated/callbacks.json',
      ),
      generated(
        'vectors-outcomes.json',
        'for receivers: the outcome of a message from its events',
        'spec/vectors/generated/outcomes.json',
      ),
      generated('vectors.schema.json', 'the JSON Schema of the vectors', 'spec/vectors/vectors.schema.json'),
    ],
  },
  {
    id: 'workflows',
    title: 'Workflows',
    says: 'Journeys over several requests, step by step, for tools that run Arazzo.',
    use: 'npx @redocly/cli respect cascade.arazzo.yaml --workflow retryAfterLostAnswer',
    files: [
      generated('cascade.arazzo.yaml', 'the journeys in Arazzo 1.0', 'spec/workflows/cascade.arazzo.yaml'),
      generated('receiver.yaml', 'what they ask a callback receiver', 'spec/workflows/receiver.yaml'),
    ],
  },
  {
    id: 'catalogue',
    title: 'Catalogue',
    says: 'Problem codes, undelivered reasons, limits and demo numbers as data: for forms, alerts and tables of your own.',
    use: "jq -r '.problems[] | [.status, .code, .retry] | @tsv' catalogue.json",
    files: [
      { file: 'catalogue.json', says: 'all of it in one file', from: catalogueJson },
      generated('problems.yaml', 'the problem codes, as we write them', 'spec/catalogue/problems.yaml'),
      generated('reasons.yaml', 'the undelivered reasons', 'spec/catalogue/reasons.yaml'),
      generated('limits.yaml', 'the limits', 'spec/catalogue/limits.yaml'),
      generated(
        'demo-numbers.yaml',
        'the demo numbers of mock and simulator',
        'spec/catalogue/demo-numbers.yaml',
      ),
    ],
  },
  {
    id: 'language-models',
    title: 'Language models',
    says: 'Give it to an assistant that writes your integration. Each page is also Markdown, at its address with .md instead of .html; llms-full.txt has all pages in one file. An assistant that speaks the Model Context Protocol can look codes up, judge requests and try them on the mock: name npx cascade-mcp of the package @cascade/mcp in its configuration (.mcp.json).',
    files: [generated('llms.txt', 'the contract in short, and a list of all pages')],
  },
];

export const downloads: readonly Download[] = downloadGroups.flatMap(({ files }) => files);

/** The files as the site has them: all beside each other, so that references between them lead to their names. */
export function downloadFiles(contract: Contract): ReadonlyMap<string, string> {
  const made = new Map(releaseFiles().map(({ path, text }) => [path, text]));
  return new Map(
    downloads.map(({ file, from }) => {
      const text =
        typeof from === 'string' ? (made.get(from) ?? readText(repositoryRoot, from)) : from(contract);
      return [
        file,
        text.replace('url: ../generated/', 'url: ').replace('"../vectors.schema', '"vectors.schema'),
      ];
    }),
  );
}

function catalogueJson({ problems, reasons, limits, demoNumbers }: Contract): string {
  return `${JSON.stringify({ problems, reasons, limits, demoNumbers }, null, 2)}\n`;
}

/** Every file for other tools, with its size, what it is for, and a line to try it. `files` has their texts. */
export function downloadsPage(files: ReadonlyMap<string, string>): Page {
  return {
    file: 'downloads.html',
    title: 'Downloads',
    lead: 'The contract for other tools: descriptions, collections, test vectors and the catalogue.',
    body: html`${downloadGroups.map((group) => section(group, files))}
<h2 id="elsewhere">Elsewhere</h2>
<p><a href="/generators.html">Code generators</a> has three lines for each generator that was tried.
<a href="/packages.html">Packages</a> has client, receiver, mock and verifier for npm. Programs in eight languages are in
the folder <code>examples</code> of the repository.</p>`,
  };
}

function section(
  { id, title, says, use, files: own }: DownloadGroup,
  files: ReadonlyMap<string, string>,
): Html {
  return html`<h2 id="${id}">${title}</h2>
<p>${says}</p>
${table(
  ['file', 'size', 'what it is'],
  own.map((download) => row(download, files.get(download.file) ?? '')),
)}
${use === undefined ? undefined : codeBlock({ language: 'sh', text: use })}`;
}

function row({ file, says }: Download, text: string): Html {
  return html`<tr><th scope="row"><a href="/${file}">${file}</a></th><td class="size">${sizeOf(text)}</td><td>${says}</td></tr>\n`;
}

function sizeOf(text: string): string {
  return `${Math.max(1, Math.round(Buffer.byteLength(text) / 1_000))} kB`;
}
