/** Where a client looks for the APIs of a host (RFC 9727). */
export const apiCatalogFile = '.well-known/api-catalog';

/** With the profile, a client knows that the links are those of an API catalog. */
export const apiCatalogType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The APIs of the contract: their page, their description, and further pages. */
const apis = [
  { page: 'api', description: 'openapi', further: ['redoc/api.html'] },
  { page: 'callback', description: 'asyncapi', further: ['redoc/callback.html'] },
  { page: 'gateway', description: 'gateway', further: [] },
  { page: 'control', description: 'control', further: [] },
] as const;

/**
 * The API catalog: a link set (RFC 9264). An API is named by its page, since each provider has its own
 * address. Without the address of the site, references are relative to the catalog.
 */
export function apiCatalog(base = '../'): string {
  const link = (file: string, type: string) => ({ href: base + file, type });
  const described = apis.map(({ page, description, further }) => ({
    anchor: `${base}${page}.html`,
    'service-desc': [
      link(`${description}.yaml`, 'application/yaml'),
      link(`${description}.json`, 'application/json'),
    ],
    'service-doc': [
      link(`${page}.html`, 'text/html'),
      link(`${page}.md`, 'text/markdown'),
      ...further.map((file) => link(file, 'text/html')),
    ],
    'service-meta': [link('catalogue.json', 'application/json'), link('llms.txt', 'text/plain')],
  }));
  const items = described.map(({ anchor: href }) => ({ href }));
  const linkset = [{ anchor: base + apiCatalogFile, item: items }, ...described];
  return `${JSON.stringify({ linkset }, null, 2)}\n`;
}
