import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readContract, readText, repositoryRoot, valueAt } from '@cascade/contract';
import { bundleScript } from './bundle-script.ts';
import { bundleStyles } from './bundle-styles.ts';
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
import {
  readFields,
  readHeaders,
  readOperations,
  readValueLists,
  type ValueList,
} from './reference/read-reference.ts';
import { renderReference } from './reference.ts';
import { searchEntries } from './search/entries.ts';

/** All files of the site, by name; the same contract gives the same bytes. */
export async function renderSite(): Promise<ReadonlyMap<string, string>> {
  const contract = readContract();
  const openapi = readDescription('openapi');
  const asyncapi = readDescription('asyncapi');
  const operations = readOperations(openapi);
  const fields = [...readFields(openapi), ...readHeaders(asyncapi)];
  const lists = readValueLists(openapi);
  const guides = loadGuides();
  const [api, callback, console, portal, styles] = await Promise.all([
    renderReference(openapi),
    renderReference(asyncapi),
    consoleFiles(),
    bundleScript('portal.ts'),
    bundleStyles(['style.css', 'pages/journey.css', 'search/search.css']),
  ]);
  const fragments = [consolePage(), ...guides];
  const pages = [
    startPage(contract),
    guidesPage(guides),
    ...fragments.map(({ slug, title, html }) => ({ file: `${slug}.html`, title, body: raw(html) })),
    journeyPage(contract, channelsOf(lists)),
    referencePage({ operations, fields, lists }),
    cataloguePage(contract),
    reasonsPage(contract),
    limitsPage(contract),
    decisionsPage(contract),
    clausesPage(contract, { 'openapi.yaml': openapi, 'asyncapi.yaml': asyncapi }, readEvidence()),
    changelogPage(changelog(), versionOf(openapi)),
    glossaryPage(readText(repositoryRoot, 'GLOSSARY.md')),
  ];
  const index = searchEntries({ contract, operations, fields, guides });
  return new Map([
    ...pages.map((page) => [page.file, renderPage(page, styles)] as const),
    ...console,
    ['api.html', api],
    ['callback.html', callback],
    ['portal.js', portal],
    ['search-index.js', `globalThis.cascadeSearch=${JSON.stringify(index)};\n`],
  ]);
}

function readDescription(name: string): unknown {
  return JSON.parse(readText(repositoryRoot, `spec/generated/${name}.json`));
}

function versionOf(description: unknown): string {
  return String(valueAt(description, '/info/version'));
}

/** The channels that a cascade may have, in the order of the contract. */
function channelsOf(lists: readonly ValueList[]): readonly string[] {
  const channels = lists.find(({ schema }) => schema === 'ChannelType')?.values ?? [];
  return channels.map(({ value }) => value);
}

/** The changelog of the contract, once it was released. */
function changelog(): string | undefined {
  const file = 'spec/CHANGELOG.md';
  return existsSync(join(repositoryRoot, file)) ? readText(repositoryRoot, file) : undefined;
}
