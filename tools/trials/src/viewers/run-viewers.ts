import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@cascade/contract';
import { writeReleaseFiles } from '@cascade/contract/bundle';
import { commandLine, runCommand } from '@cascade/contract/command-line';
import { outputOf } from '@cascade/repository/test-kit';
import { launch, newPage, noBrowser } from '@cascade/repository/test-kit/browser';
import { recordedRows } from '@cascade/repository/test-kit/recorded';
import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import { type ForeignTrial, runTrials, say } from '../interop/run-command.ts';
import { type Look, lookAt, subjectsOf } from './looks.ts';

/** A program that shows a description in a browser. */
export interface Viewer {
  readonly name: string;
  /** Its package in the registry, at one version. */
  readonly archive: string;
  readonly version: string;
  readonly shows: 'OpenAPI' | 'AsyncAPI';
  /**
   * The body of a page that shows the description at this address; `package/` holds the files of the package.
   */
  body(description: string): string;
  /** The part of the address that leads to an operation, for viewers that show one at a time. */
  placeOf?(operation: Shown): string;
  /**
   * Of a viewer whose pages are compared: what opens the parts of a schema, as selectors; `+ more` is a
   * button like `+18 more`, or `Show all values`.
   */
  readonly opens?: readonly string[];
  /** The part of the page that has an operation, in a viewer that shows all on one. */
  region?(operation: Shown): string;
  /** Adds as text what the viewer draws otherwise: a script for the page. */
  readonly spells?: string;
}

/** An operation, webhook or message, and the texts that a reader must find on the page. */
export interface Shown {
  readonly id: string;
  readonly tag: string;
  readonly kind: 'operation' | 'webhook' | 'message';
  /** Of an operation its method and path, of a webhook its method and name: `POST/api/cascade/schedule`. */
  readonly place: string;
  readonly texts: readonly string[];
}

const settings = (value: object) => JSON.stringify(value);

/** The name of a webhook as Scalar writes it. */
const nameIn = (place: string) => place.slice(place.indexOf('/') + 1).toLowerCase();

const scalar: Viewer = {
  name: 'Scalar',
  archive: '@scalar/api-reference',
  version: '1.72.1',
  shows: 'OpenAPI',
  body: (url) => `<div id="app"></div><script src="package/dist/browser/standalone.js"></script>
<script>Scalar.createApiReference('#app', ${settings({ url, withDefaultFonts: false, telemetry: false })})</script>`,
  placeOf: ({ tag, kind, place }) =>
    `#tag/${tag.toLowerCase()}/${kind === 'webhook' ? `webhook/POST/${nameIn(place)}` : place}`,
  opens: [
    '.parameter-item-trigger[aria-expanded="false"]',
    '.property-toggle[aria-expanded="false"]',
    '.composition-details-toggle',
    '+ more',
  ],
};

const swaggerUi: Viewer = {
  name: 'Swagger UI',
  archive: 'swagger-ui-dist',
  version: '5.35.0',
  shows: 'OpenAPI',
  body: (url) => `<link rel="stylesheet" href="package/swagger-ui.css"><div id="app"></div>
<script src="package/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle(${settings({ url, dom_id: '#app', docExpansion: 'full', validatorUrl: null, defaultModelRendering: 'model', defaultModelExpandDepth: 20 })})</script>`,
  opens: [],
  region: ({ id }) => `.opblock[id$="-${id}"]`,
  // A red star, drawn by the style sheet.
  spells: `for (const one of document.querySelectorAll('.json-schema-2020-12-property--required > .json-schema-2020-12 > .json-schema-2020-12-head'))
    one.append(' required')`,
};

const elements: Viewer = {
  name: 'Stoplight Elements',
  archive: '@stoplight/elements',
  version: '9.0.25',
  shows: 'OpenAPI',
  body: (url) => `<link rel="stylesheet" href="package/styles.min.css">
<script src="package/web-components.min.js"></script>
<elements-api apiDescriptionUrl="${url}" router="hash" layout="sidebar" hideTryIt="true"></elements-api>`,
  placeOf: ({ id, kind }) => (kind === 'webhook' ? '#/webhooks/receiveMessageStatus' : `#/operations/${id}`),
  opens: ['[data-test="schema-row"] [role=button]:has(svg[data-icon="chevron-right"])'],
};

const redoc: Viewer = {
  name: 'Redoc',
  archive: 'redoc',
  version: '3.0.1',
  shows: 'OpenAPI',
  body: (url) => `<redoc spec-url="${url}"></redoc>
<script type="module" src="package/bundles/redoc.standalone.js"></script>`,
  placeOf: ({ tag, id }) => `#/${tag.toLowerCase()}/${id.toLowerCase()}`,
  opens: ['[data-testid="schema-expand-all-button"]', '[data-schema-nested-open="false"] > button', '+ more'],
};

const asyncapi: Viewer = {
  name: 'AsyncAPI React component',
  archive: '@asyncapi/react-component',
  version: '3.2.1',
  shows: 'AsyncAPI',
  body: (url) => `<link rel="stylesheet" href="package/styles/default.min.css"><div id="app"></div>
<script src="package/browser/standalone/index.js"></script>
<script>AsyncApiStandalone.render(${settings({ schema: { url }, config: { expand: { messageExamples: true } } })}, document.getElementById('app'))</script>`,
};

/** The viewers that `npm run trials -- viewers` tries. */
export const viewers: readonly Viewer[] = [scalar, swaggerUi, elements, redoc, asyncapi];

/** A description that viewers show. */
type Described = ReturnType<typeof openApi> | ReturnType<typeof asyncApi>;

interface OpenApi {
  readonly paths: Readonly<Record<string, Path>>;
  readonly webhooks?: Readonly<Record<string, Path>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
}

type Path = Readonly<Record<string, Operation>>;

interface AsyncApi {
  readonly channels: Readonly<
    Record<string, { readonly messages: Readonly<Record<string, { readonly summary: string }>> }>
  >;
}

/** The full descriptions and the profiles, as they are published. */
function readDescriptions(): readonly Described[] {
  writeReleaseFiles();
  return [
    openApi('OpenAPI, full', 'openapi.json', true),
    openApi('OpenAPI, 3.1 profile', 'openapi-for-generators.json'),
    openApi('OpenAPI, 3.0.3 profile', 'openapi-3.0-for-generators.json'),
    asyncApi('AsyncAPI', 'asyncapi.json'),
  ];
}

function openApi(name: string, file: string, isLookedAt = false) {
  const text = read(file);
  const openapi: OpenApi & JsonObject = JSON.parse(text);
  const { paths, webhooks = {} } = openapi;
  const operations = [
    ...Object.entries(paths).flatMap(([path, item]) => shownIn(item, 'operation', path)),
    ...Object.entries(webhooks).flatMap(([name, item]) => shownIn(item, 'webhook', `/${name}`)),
  ];
  const subjects = isLookedAt ? subjectsOf(openapi) : [];
  return { name, shows: 'OpenAPI' as const, text, operations, subjects };
}

function shownIn(item: Path, kind: Shown['kind'], path: string): Shown[] {
  return Object.entries(item)
    .filter(([, { operationId }]) => operationId !== undefined)
    .map(
      ([
        method,
        {
          operationId: id,
          summary,
          description,
          tags: [tag],
        },
      ]) => {
        // Menus have no descriptions: these words are shown only with the operation itself.
        const [sentence = ''] = description.split(/[.:,]/);
        const texts = [...(kind === 'operation' ? [path] : []), summary, sentence];
        return { id, tag, kind, place: `${method.toUpperCase()}${path}`, texts };
      },
    );
}

function asyncApi(name: string, file: string) {
  const text = read(file);
  const { channels }: AsyncApi = JSON.parse(text);
  const messages = Object.values(channels).flatMap((channel) => Object.entries(channel.messages));
  const operations = messages.map(([id, { summary }]) => ({
    id,
    tag: '',
    place: '',
    kind: 'message' as const,
    texts: [summary],
  }));
  return { name, shows: 'AsyncAPI' as const, text, operations, subjects: [] };
}

function read(file: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(`@cascade/spec/generated/${file}`)), 'utf8');
}

/** What a viewer made of a description. */
type Showing = Awaited<ReturnType<typeof show>>;

const origin = 'http://localhost';
const patience = 120_000;
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Opens every operation of a description in a viewer whose package is in `folder`, and takes pictures. */
async function show(browser: Browser, viewer: Viewer, described: Described, folder: string) {
  const page = await newPage(browser, { viewport: { width: 1400, height: 1000 } });
  const faults = recordFaults(page);
  try {
    await serve(page, viewer, described, folder);
    const start = performance.now();
    let milliseconds = 0;
    let shown = 0;
    for (const operation of described.operations) {
      const isShown = await open(page, viewer, operation);
      milliseconds ||= Math.round(performance.now() - start);
      if (isShown) shown += 1;
      else faults.push(`${operation.id} is not shown`);
      const name = `${viewer.name} ${described.name} ${operation.id}`.replace(/[^\w.]+/g, '-');
      await page.screenshot({ path: join(pictures, `${name}.png`) });
    }
    const looks = described.subjects.length === 0 ? {} : { looks: await look(page, viewer, described) };
    return {
      ...looks,
      viewer: viewer.name,
      version: viewer.version,
      description: described.name,
      shown,
      of: described.operations.length,
      /** What was not shown, errors of the page, and errors in its console. */
      faults,
      /** From the request of the page until its first operation is shown. */
      milliseconds,
    };
  } finally {
    await page.close();
  }
}

/** Opens each subject as a reader does who wants to see all of it, and compares. */
async function look(page: Page, viewer: Viewer, { name, operations, subjects }: Described): Promise<Look[]> {
  const looks: Look[] = [];
  // Redoc draws only what is in the window.
  await page.setViewportSize({ width: 1400, height: 10_000 });
  for (const subject of subjects) {
    const operation = operations.find(({ id }) => id === subject.operation);
    if (viewer.opens === undefined || operation === undefined) continue;
    await page.goto('about:blank');
    await open(page, viewer, operation);
    const tab = page.getByRole('tab', { name: subject.status ?? 'none', exact: true }).first();
    if (await tab.isVisible()) await tab.click();
    await openAll(page, viewer.opens);
    const place = `${viewer.name} ${name} ${subject.name}`.replace(/[^\w.]+/g, '-');
    const region = page.locator(viewer.region?.(operation) ?? 'body').first();
    await region.screenshot({ path: join(pictures, `${place}.png`) });
    if (viewer.spells !== undefined) await page.evaluate(viewer.spells);
    // biome-ignore lint/performance/useDomNodeTextContent: a reader does not see what is hidden.
    looks.push(lookAt(subject, await region.innerText()));
  }
  return looks;
}

/** Clicks whatever opens something, until nothing more does; each once, since a second click would close it. */
async function openAll(page: Page, selectors: readonly string[]): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const clicked = await page.evaluate<number>(clickNew(selectors));
    if (clicked === 0) return;
    // The viewers draw what was opened in tasks of their own, and say nowhere that they have.
    await page.waitForTimeout(500);
  }
}

const clickNew = (selectors: readonly string[]) => `((selectors) => {
  globalThis.clicked ??= new WeakSet();
  const isNew = (element) => element.checkVisibility() && !clicked.has(element);
  const isMore = ({ textContent }) => /^(?:\\+\\d+ more|Show all values)$/.test(textContent.trim());
  const all = (selector) => selector === '+ more'
    ? [...document.querySelectorAll('button, a, span, div')].filter(isMore)
    : [...document.querySelectorAll(selector)];
  const found = selectors.flatMap((selector) => all(selector).filter(isNew));
  for (const element of found) { clicked.add(element); element.click(); }
  return found.length;
})(${JSON.stringify(selectors)})`;

function recordFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message.slice(0, 300)));
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') faults.push(message.text().slice(0, 300));
  });
  return faults;
}

/** Answers every request from the package: nothing listens, and nothing is asked of other hosts. */
async function serve(page: Page, viewer: Viewer, described: Described, folder: string): Promise<void> {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${viewer.name}</title><link rel="icon" href="data:,">
<body>${viewer.body(`${origin}/description.json`)}</body></html>`;
  await page.route('**/*', async (route) => {
    const { origin: asked, pathname } = new URL(route.request().url());
    // Logos and fonts of other hosts: nothing, without an error.
    if (asked !== origin) return route.fulfill({ status: 204 });
    if (pathname === '/') return route.fulfill({ body: html, contentType: 'text/html' });
    if (pathname === '/description.json')
      return route.fulfill({ body: described.text, contentType: 'application/json' });
    const body = await readFile(join(folder, pathname)).catch(() => undefined);
    if (body === undefined) return route.fulfill({ status: 404 });
    return route.fulfill({ body, contentType: types[extname(pathname)] ?? 'application/octet-stream' });
  });
}

/** Leads to the operation and waits until a reader can find its texts; false if they do not appear. */
async function open(page: Page, viewer: Viewer, operation: Shown): Promise<boolean> {
  const address = `${origin}/${viewer.placeOf?.(operation) ?? ''}`;
  if (page.url() !== address) {
    // From an empty page, since another address of the same page might only scroll.
    await page.goto('about:blank');
    await page.goto(address, { waitUntil: 'commit' });
  }
  try {
    await page.waitForFunction(hasAll(operation.texts), undefined, { timeout: patience, polling: 200 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs in the page: whether its visible text has all the texts, but for white space and zero-width
 * characters; scrolls the last of them into view, for the picture. An expression: Playwright would not call a
 * function that is text.
 */
const hasAll = (texts: readonly string[]) => `((texts) => {
  const plain = (text) => (text ?? '').replace(/[\\s\\u200b]+/g, '');
  const has = (element, text) => plain(element?.innerText).includes(plain(text));
  if (!texts.every((text) => has(document.body, text))) return false;
  let element = document.body;
  for (let inner = element; inner; inner = [...element.children].find((child) => has(child, texts.at(-1)))) element = inner;
  element.scrollIntoView({ block: 'start' });
  return true;
})(${JSON.stringify(texts)})`;

const introduction = `<!-- Written by \`npm run trials -- viewers --write\`. Do not edit. -->

# What viewers show of the descriptions

Each viewer opens a description in Chromium, offline, and each of its operations, webhooks and messages. One counts as
shown if its path, its summary and the first sentence of its description (of a message: its summary) are in the
visible text, which menus never have in full. *Errors* are those of the page and of its
console. The time is until the first operation is shown, on the machine that recorded it.

\`npm run trials -- viewers\` repeats it, and takes pictures; \`npm run trials -- viewers --help\` says more.

| viewer | version | description | shown | errors | first shown after |
|---|---|---|---|---|---|
`;

const looked = `
## What a reader sees

The content of a request, an error and the callback are opened as far as they open, and what can be read is compared with the
description: each field by its name, with its type, *required* or not, the first sentence of its text and its listed
values. *Noise* are lines that say nothing, since the viewer has no name for a part of the schema.

| viewer | part | names | types | required | text | values | noise |
|---|---|---|---|---|---|---|---|
`;

/** The results as a page of Markdown. */
function pageOf(showings: readonly Showing[]): string {
  const looks = showings.flatMap(({ viewer, looks = [] }) => looks.map((look) => ({ viewer, ...look })));
  const missing = looks.flatMap(({ viewer, subject, missing }) =>
    missing.length === 0 ? [] : [`- ${viewer}, ${subject}: ${missing.join('; ')}\n`],
  );
  return [
    introduction,
    ...showings.map(rowOf),
    looked,
    ...looks.map(lookRow),
    '\nNot as described:\n\n',
    ...missing,
  ].join('');
}

function lookRow({
  viewer,
  subject,
  of,
  names,
  types,
  required,
  texts,
  values,
  noise,
}: Look & { viewer: string }): string {
  const counts = [names, types, required, texts, values].map((count) => `${count} of ${of}`);
  const lines = Object.entries(noise).map(([line, count]) => `${count} × ${line}`);
  return `| ${[viewer, subject, ...counts, lines.join(', ')].join(' | ')} |\n`;
}

function rowOf({ viewer, version, description, shown, of, faults, milliseconds }: Showing): string {
  const seconds = `${(milliseconds / 1_000).toFixed(1)} s`;
  return `| ${[viewer, version, description, `${shown} of ${of}`, faults.length, seconds].join(' | ')} |\n`;
}

const command = commandLine(
  'npm run trials -- viewers',
  `Opens every operation and message of the descriptions in the viewers that people use, in Chromium, and takes pictures.
Viewers are fetched from the registry at fixed versions, into reports/viewers; pictures are there too.`,
  `Example:
  npm run trials -- viewers --only Redoc

Ends with 1 if a viewer does not show all, or reports an error; with 2 if none is called so.`,
)
  .option('--only <text>', 'only the viewers whose name contains it', '')
  .option('--write', 'replaces their lines in results/viewers.json, and writes spec/viewers.md');

const room = fileURLToPath(new URL('../../reports/viewers/', import.meta.url));
const pictures = join(room, 'pictures');
const recorded = recordedRows<Showing>(
  new URL('../../results/viewers.json', import.meta.url),
  ({ viewer }) => viewer,
);

/** Each viewer, with every description of its kind. */
const trials = viewers.map(
  (viewer): ForeignTrial => ({
    name: viewer.name,
    absent: () =>
      fetchViewer(viewer).then(
        () => undefined,
        (error: Error) => error.message,
      ),
    async run(writes) {
      const folder = await fetchViewer(viewer);
      await mkdir(pictures, { recursive: true });
      const showings: Showing[] = [];
      for (const described of readDescriptions().filter(({ shows }) => shows === viewer.shows)) {
        // A browser of its own: a page that hangs must not hold up the next.
        const browser = await launch();
        const showing = await show(browser, viewer, described, folder);
        await browser.close();
        showings.push(showing);
        const { shown, of, milliseconds, faults } = showing;
        for (const { subject, of, missing } of showing.looks ?? [])
          say(`${viewer.name}, ${subject}: ${of - missing.length} of ${of} fields as described`, missing);
        say(
          `${viewer.name}, ${described.name}: ${shown} of ${of} shown, first after ${milliseconds} ms`,
          faults,
        );
      }
      const names = viewers.map(({ name }) => name);
      if (writes) recorded.replace(showings, names);
      return showings.every(({ shown, of, faults }) => shown === of && faults.length === 0);
    },
  }),
);

const writePage = () =>
  writeFile(fileURLToPath(import.meta.resolve('@cascade/spec/viewers.md')), pageOf(recorded.read()));

process.exitCode = await runCommand(command, ({ only, write: writes = false }) => {
  if (noBrowser === undefined) return runTrials(trials, { only, writes }, writePage);
  say(`skipped: ${noBrowser}`);
  return 0;
});

/** Fetches the files of a viewer into `package/` of a folder: only its own archive, without dependencies. */
async function fetchViewer({ archive, version }: Viewer): Promise<string> {
  const folder = join(room, `${archive.replace(/^@/, '').replace('/', '-')}-${version}`);
  if (existsSync(join(folder, 'package/package.json'))) return folder;
  await mkdir(folder, { recursive: true });
  const limits = { cwd: folder, timeoutMs: 300_000 };
  const archived = await outputOf('npm', ['pack', '--silent', `${archive}@${version}`], limits);
  await outputOf('tar', ['-xzf', archived.trim()], { cwd: folder });
  return folder;
}
