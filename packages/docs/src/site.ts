import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readContract, readText, repositoryRoot, valueAt } from '@cascade/contract';
import { bundleScript } from './bundle-script.ts';
import { bundleStyles } from './bundle-styles.ts';
import { consoleFiles, consolePage } from './console/index.ts';
import { readEvidence } from './coverage/evidence.ts';
import {
  readFields,
  readHeaders,
  readOperations,
  readValueLists,
  type ValueList,
} from './description/read-description.ts';
import { withInlineLists } from './description/with-inline-lists.ts';
import { downloadFiles } from './downloads.ts';
import { loadGuides } from './guides/load-guides.ts';
import { raw } from './html.ts';
import { type Page, renderPage } from './layout.ts';
import { cataloguePage } from './pages/catalogue.ts';
import { clausesPage } from './pages/clauses.ts';
import { decisionsPage } from './pages/decisions.ts';
import { gatewayPage } from './pages/gateway.ts';
import { journeyPage } from './pages/journey.ts';
import { limitsPage } from './pages/limits.ts';
import { operationsAndFieldsPage } from './pages/operations-and-fields.ts';
import { changelogPage, generatorsPage, glossaryPage, guidesPage } from './pages/prose.ts';
import { reasonsPage } from './pages/reasons.ts';
import { startPage } from './pages/start.ts';
import { renderRedocPage } from './redoc/redoc-page.ts';
import { searchEntries } from './search/entries.ts';

/** All files of the site, by name. The output depends on nothing but the repository's files. */
export async function renderSite(): Promise<ReadonlyMap<string, string>> {
  const sources = readSources();
  const [api, callback, console, portal, styles] = await Promise.all([
    renderRedocPage('API in Redoc', sources.openapi),
    renderRedocPage('Callback in Redoc', sources.asyncapi),
    consoleFiles(),
    bundleScript('portal.ts'),
    bundleStyles(['style.css', 'pages/journey.css', 'search/search.css']),
  ]);
  return new Map([
    ...pagesOf(sources).map((page) => [page.file, renderPage(page, styles)] as const),
    ...console,
    ...downloadFiles(),
    ['api.html', api],
    ['callback.html', callback],
    ['portal.js', portal],
    ['search-index.js', `globalThis.cascadeSearch=${JSON.stringify(searchEntries(sources))};\n`],
  ]);
}

type Sources = ReturnType<typeof readSources>;

function readSources() {
  const openapi = readBundle('openapi');
  const asyncapi = readBundle('asyncapi');
  const gateway = readBundle('gateway');
  return {
    contract: readContract(),
    openapi,
    asyncapi,
    gateway,
    operations: readOperations(openapi),
    fields: [...readFields(openapi), ...readHeaders(asyncapi)],
    lists: readValueLists(openapi),
    guides: loadGuides(),
  };
}

/** The pages with the site's layout: all but those of Redoc. */
function pagesOf({
  contract,
  openapi,
  asyncapi,
  gateway,
  operations,
  fields,
  lists,
  guides,
}: Sources): Page[] {
  const fragments = [consolePage(), ...guides];
  return [
    startPage(contract),
    guidesPage(guides),
    ...fragments.map(({ slug, title, html }) => ({ file: `${slug}.html`, title, body: raw(html) })),
    journeyPage(contract, channelsOf(lists)),
    operationsAndFieldsPage({ operations, fields, lists }),
    cataloguePage(contract),
    reasonsPage(contract),
    limitsPage(contract),
    generatorsPage(readText(repositoryRoot, 'spec/interop.md')),
    gatewayPage(gateway),
    decisionsPage(contract),
    clausesPage(contract, { 'openapi.yaml': openapi, 'asyncapi.yaml': asyncapi }, readEvidence()),
    changelogPage(changelog(), versionOf(openapi)),
    glossaryPage(readText(repositoryRoot, 'GLOSSARY.md')),
  ];
}

function readBundle(name: string): unknown {
  return withInlineLists(JSON.parse(readText(repositoryRoot, `spec/generated/${name}.json`)));
}

function versionOf(description: unknown): string {
  return String(valueAt(description, '/info/version'));
}

/** The channels of the contract, in its order. */
function channelsOf(lists: readonly ValueList[]): readonly string[] {
  const channels = lists.find(({ schema }) => schema === 'ChannelType')?.values ?? [];
  return channels.map(({ value }) => value);
}

/** The changelog of the contract; none before its first release. */
function changelog(): string | undefined {
  const file = 'spec/CHANGELOG.md';
  return existsSync(join(repositoryRoot, file)) ? readText(repositoryRoot, file) : undefined;
}
