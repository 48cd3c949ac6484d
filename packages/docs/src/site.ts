import { readText, repositoryRoot } from '@cascade/contract';
import { bundleScript, bundleStyles } from './bundle.ts';
import { callbackPage } from './callbacks/callback-page.ts';
import { callbackSamples } from './callbacks/callback-samples.ts';
import { consolePage } from './console/page.ts';
import { controlPages } from './control/control-pages.ts';
import { readEvidence } from './coverage/evidence.ts';
import { nodeAt, readDescribed, type ValueList } from './description/read-description.ts';
import { downloadFiles, downloads, downloadsPage } from './downloads.ts';
import { loadGuides } from './guides/guides.ts';
import { changedIn } from './history/changed-in.ts';
import { feeds } from './history/feeds.ts';
import { historyPages } from './history/history-pages.ts';
import { readHistory } from './history/read-history.ts';
import { type ToldChange, tellChanges } from './history/told-changes.ts';
import type { Page } from './layout/page.ts';
import { renderPages } from './layout/render-page.ts';
import { operationPages } from './operations/operation-pages.ts';
import { readCalls, schemaUses } from './operations/read-calls.ts';
import { packagePages, readPackages, readPackagesOverview } from './packages/package-pages.ts';
import { clauseGroupPages, clausesPage } from './pages/clauses.ts';
import { cataloguePage, codePages } from './pages/codes.ts';
import { assumptionsPage, decisionPages, decisionsPage } from './pages/decisions.ts';
import { gatewayPage } from './pages/gateway.ts';
import { glossaryTerms } from './pages/glossary-terms.ts';
import { journeyPage } from './pages/journey.ts';
import { findingRoot, notFoundPage } from './pages/not-found.ts';
import {
  generatorsPage,
  glossaryPage,
  guidePage,
  guidesPage,
  kindsOfChangePage,
  kitsPages,
  operatorsPage,
} from './pages/prose.ts';
import { providersPage } from './pages/providers.ts';
import { reasonPages, reasonsPage } from './pages/reasons.ts';
import { limitsPage, operationsAndFieldsPage } from './pages/reference.ts';
import { startPage } from './pages/start.ts';
import { withPolicy } from './policy.ts';
import { apiCatalog, apiCatalogFile } from './programs/api-catalog.ts';
import { crawlerFiles } from './programs/crawler-files.ts';
import { markdownFiles, pageList } from './programs/program-files.ts';
import { createHiding } from './provenance/hiding.ts';
import { renderRedocPage } from './redoc/redoc-page.ts';
import { searchEntries } from './search/entries.ts';
import type { SearchEntry } from './search/search-engine.ts';

/** The styles of every page: the frame and what is common, then those of single parts. */
const styleSheets = [
  'styles/base.css',
  'styles/frame.css',
  'styles/content.css',
  'styles/code.css',
  'parts/tabs.css',
  'diagrams/diagrams.css',
  'parts/overview.css',
  'provenance/hiding.css',
  'pages/code.css',
  'operations/operations.css',
  'pages/journey.css',
  'pages/start.css',
  'pages/providers.css',
  'history/changes.css',
  'search/search.css',
  'styles/print.css',
];

/** How the site is rendered. */
export interface SiteOptions {
  /** Its address, which ends with a slash. Without it, no page names one. */
  readonly base?: string | undefined;
}

/** All files of the site, by name. The output depends on nothing but the repository's files and `base`. */
export async function renderSite({ base }: SiteOptions = {}): Promise<ReadonlyMap<string, string>> {
  const sources = readSources();
  const [{ files, list, pages, index, history, changes }, api, callback, script, search, styles] =
    await Promise.all([
      readContent(sources),
      renderRedocPage('api', 'API in Redoc', { description: sources.openapi, base }),
      renderRedocPage('callback', 'Callback in Redoc', { description: sources.asyncapi, base }),
      bundleScript('portal.ts'),
      bundleScript('search-script.ts'),
      bundleStyles(styleSheets),
    ]);
  const all = [...pages, notFoundPage()];
  const version = String(nodeAt(sources.openapi, 'info').version);
  const rendered = renderPages(all, { styles, script, version, base, writingOf: createHiding(all, sources) });
  const documents = new Map([
    ...rendered,
    ['404.html', findingRoot(rendered.get('404.html') ?? '', [...rendered.keys()])],
    ['redoc/api.html', api],
    ['redoc/callback.html', callback],
  ]);
  return new Map([
    ...[...documents].map(([file, markup]) => [file, withPolicy(file, markup)] as const),
    ...crawlerFiles(documents.keys(), base),
    [apiCatalogFile, apiCatalog(base)],
    ...files,
    ...pages.flatMap(({ loads = [] }) => [loads].flat().map(({ file, text }) => [file, text] as const)),
    ...markdownFiles(pages),
    ['llms.txt', list],
    ...feeds(history, changes),
    ['search.js', search],
    ['search-index.js', `globalThis.cascadeSearch=${JSON.stringify(index)};\n`],
  ]);
}

/** The site as programs read it. */
export interface SiteForPrograms {
  /** What the search finds. */
  readonly entries: readonly SearchEntry[];
  /** The Markdown of each page, by its file. */
  readonly pages: Readonly<Record<string, string>>;
  /** The changelog, the latest release first. */
  readonly changes: readonly ToldChange[];
  /** What to do about each problem code. */
  readonly problems: Readonly<Record<string, { readonly fix: string; readonly advice: string }>>;
}

/** The same pages and the same index of the search, without what only browsers need. */
export async function readForPrograms(): Promise<SiteForPrograms> {
  const sources = readSources();
  const { pages, index, changes } = await readContent(sources);
  const { problems } = sources.contract;
  return {
    entries: index,
    changes,
    pages: Object.fromEntries([...markdownFiles(pages)].filter(([file]) => file.endsWith('.md'))),
    problems: Object.fromEntries(problems.map(({ code, fix, advice }) => [code, { fix, advice }])),
  };
}

/** The pages, and what is made of their contents. */
async function readContent(sources: Sources) {
  const { contract, evidence } = sources;
  const [history, codes, console] = await Promise.all([
    readHistory({ contract, tested: new Set(evidence.scenarios.keys()) }),
    codePages(contract, evidence.mutants),
    consolePage(sources),
  ]);
  const files = downloadFiles(contract);
  const changes = tellChanges(history, sources);
  const written = pagesOf(sources, { codes, console, changes });
  const pagesWith = (downloaded: typeof files) => [
    ...written,
    downloadsPage(downloaded),
    ...historyPages(history, sources),
  ];
  // The page of downloads shows the size of the list, which has a line for this page, too.
  const list = pageList(pagesWith(files), files.get('llms.txt') ?? '');
  const pages = pagesWith(new Map([...files, ['llms.txt', list]]));
  const index = searchEntries({ ...sources, downloads, pages });
  return { files, list, pages, index, history, changes };
}

type Sources = ReturnType<typeof readSources>;

function readSources() {
  return {
    ...readDescribed(),
    guides: loadGuides(),
    evidence: readEvidence(),
    terms: glossaryTerms(readText(repositoryRoot, 'GLOSSARY.md')),
  };
}

/** What takes time to make, and is made at once. */
interface MadePages {
  readonly codes: readonly Page[];
  readonly console: Page;
  readonly changes: readonly ToldChange[];
}

/** The pages with the site's layout: all but those of Redoc. */
function pagesOf(sources: Sources, { codes, console, changes }: MadePages): Page[] {
  const { contract, openapi, asyncapi, gateway, control, operations, fields, lists, guides, evidence } =
    sources;
  const calls = readCalls(openapi, lists, contract);
  const named = changedIn(changes);
  const coverage = {
    contract,
    descriptions: { 'openapi.yaml': openapi, 'asyncapi.yaml': asyncapi },
    evidence,
  };
  return [
    startPage(contract, openapi),
    guidesPage(guides),
    ...guides.map(guidePage),
    console,
    journeyPage(contract, channelsOf(lists)),
    ...operationPages(calls, openapi, contract, named),
    callbackPage(openapi, lists, contract),
    operationsAndFieldsPage({ operations, fields, lists, uses: schemaUses(calls), changes: named }),
    cataloguePage(contract),
    ...codes,
    reasonsPage(contract),
    ...reasonPages(contract, callbackSamples(openapi)),
    limitsPage(contract),
    generatorsPage(readText(repositoryRoot, 'spec/interop.md')),
    ...kitsPages(
      readText(repositoryRoot, 'packages/kits/README.md'),
      readText(repositoryRoot, 'packages/kits/catalogue.md'),
    ),
    kindsOfChangePage(readText(repositoryRoot, 'spec/evolution.md')),
    gatewayPage(gateway),
    ...controlPages(readCalls(control, [], contract), control),
    operatorsPage('gateway-settings.html', readText(repositoryRoot, 'packages/service/operate/GATEWAYS.md')),
    operatorsPage('ttl.html', readText(repositoryRoot, 'packages/service/operate/TTL.md')),
    operatorsPage(
      'smsc-behaviours.html',
      readText(repositoryRoot, 'packages/service/operate/SMSC-BEHAVIOURS.md'),
    ),
    assumptionsPage(sources),
    decisionsPage(contract),
    ...decisionPages(contract),
    clausesPage(coverage),
    ...clauseGroupPages(coverage),
    providersPage({ contract, reports: evidence.reports }),
    glossaryPage(readText(repositoryRoot, 'GLOSSARY.md')),
    ...packagePages(readPackagesOverview(), readPackages()),
  ];
}

/** The channels of the contract, in its order. */
function channelsOf(lists: readonly ValueList[]): readonly string[] {
  const channels = lists.find(({ schema }) => schema === 'ChannelType')?.values ?? [];
  return channels.map(({ value }) => value);
}
