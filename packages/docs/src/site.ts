import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readContract, readText, repositoryRoot } from '@cascade/contract';
import { bundleScript } from './bundle-script.ts';
import { consoleFiles, consolePage } from './console/index.ts';
import { readEvidence } from './coverage/evidence.ts';
import { loadGuides } from './guides/index.ts';
import { raw } from './html.ts';
import { renderPage } from './layout.ts';
import { cataloguePage } from './pages/catalogue.ts';
import { clausesPage } from './pages/clauses.ts';
import { decisionsPage } from './pages/decisions.ts';
import { journeyPage } from './pages/journey.ts';
import { limitsPage } from './pages/limits.ts';
import { changelogPage, glossaryPage, guidesPage } from './pages/prose.ts';
import { reasonsPage } from './pages/reasons.ts';
import { referencePage } from './pages/reference.ts';
import { startPage } from './pages/start.ts';
import { readFields, readOperations } from './reference/read-reference.ts';
import { renderReference } from './reference.ts';
import { searchEntries } from './search/entries.ts';

const channels = ['CHATTWO', 'CHATONE', 'SMS'];

/** All files of the site, by name; the same contract gives the same bytes. */
export async function renderSite(): Promise<ReadonlyMap<string, string>> {
  const contract = readContract();
  const openapi = readDescription('openapi');
  const asyncapi = readDescription('asyncapi');
  const operations = readOperations(openapi);
  const fields = readFields(openapi);
  const guides = loadGuides();
  const [api, callback, console, portal] = await Promise.all([
    renderReference(openapi),
    renderReference(asyncapi),
    consoleFiles(),
    bundleScript('portal.ts'),
  ]);
  const fragments = [consolePage(), ...guides];
  const pages = [
    startPage(contract),
    guidesPage(guides),
    ...fragments.map(({ slug, title, html }) => ({ file: `${slug}.html`, title, body: raw(html) })),
    journeyPage(contract, channels),
    referencePage(operations, fields),
    cataloguePage(contract),
    reasonsPage(contract),
    limitsPage(contract),
    decisionsPage(contract),
    clausesPage(contract, { 'openapi.yaml': openapi, 'asyncapi.yaml': asyncapi }, readEvidence()),
    changelogPage(changelog(), '0.1.0'),
    glossaryPage(readText(repositoryRoot, 'GLOSSARY.md')),
  ];
  const index = searchEntries({ contract, operations, fields, guides });
  return new Map([
    ...pages.map((page) => [page.file, renderPage(page)] as const),
    ...console,
    ['api.html', api],
    ['callback.html', callback],
    ['portal.js', portal],
    ['search-index.js', `globalThis.cascadeSearch=${JSON.stringify(index)};\n`],
    ['style.css', styles()],
  ]);
}

function readDescription(name: string): unknown {
  return JSON.parse(readText(repositoryRoot, `spec/generated/${name}.json`));
}

function styles(): string {
  const files = ['style.css', 'pages/journey.css', 'search/search.css'];
  return files.map((file) => readText(repositoryRoot, `packages/docs/src/${file}`)).join('');
}

/** The changelog of the contract, once it was released. */
function changelog(): string | undefined {
  const file = 'spec/CHANGELOG.md';
  return existsSync(join(repositoryRoot, file)) ? readText(repositoryRoot, file) : undefined;
}
