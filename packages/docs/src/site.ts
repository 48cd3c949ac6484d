import { readContract, readText, readYamlFile, repositoryRoot } from '@cascade/contract';
import { renderPage } from './layout.ts';
import { cataloguePage } from './pages/catalogue.ts';
import { clausesPage } from './pages/clauses.ts';
import { decisionsPage } from './pages/decisions.ts';
import { limitsPage } from './pages/limits.ts';
import { reasonsPage } from './pages/reasons.ts';
import { startPage } from './pages/start.ts';
import { renderReference } from './reference.ts';

/** All files of the site, by name; the same contract gives the same bytes. */
export async function renderSite(): Promise<ReadonlyMap<string, string>> {
  const contract = readContract();
  const openapi = readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value;
  const asyncapi = readYamlFile(repositoryRoot, 'spec/generated/asyncapi.yaml').value;
  const [api, callback] = await Promise.all([renderReference(openapi), renderReference(asyncapi)]);
  const pages = [
    startPage(contract),
    cataloguePage(contract),
    reasonsPage(contract),
    limitsPage(contract),
    decisionsPage(contract),
    clausesPage(contract, { 'openapi.yaml': openapi, 'asyncapi.yaml': asyncapi }),
  ];
  return new Map([
    ...pages.map((page) => [page.file, renderPage(page)] as const),
    ['api.html', api],
    ['callback.html', callback],
    ['style.css', readText(repositoryRoot, 'packages/docs/src/style.css')],
  ]);
}
