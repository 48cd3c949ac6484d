import { posix } from 'node:path';
import { readContract } from '@cascade/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderedSite } from '../test/support/rendered-site.ts';
import { anchorOf } from './coverage/clause-groups.ts';
import { downloads } from './downloads.ts';
import { navigation } from './layout/navigation.ts';
import { renderSite } from './site.ts';

const { problems, reasons, limits, clauses, decisions } = readContract();
const redocPages = ['redoc/api.html', 'redoc/callback.html'];
let site: ReadonlyMap<string, string>;

beforeAll(async () => {
  site = await renderedSite();
});

const page = (file: string) => site.get(file) ?? '';
const anchorsOf = (file: string) => new Set([...page(file).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

/** Markdown without its code. */
const proseOf = (text: string) =>
  text.replaceAll(/^(?<indent> *)(?<fence>```+).*?^\k<indent>\k<fence>$|`[^`\n]+`/gms, '');

/** Where the links of a page's Markdown lead, from the root of the site. */
function markdownLinks([file, text]: readonly [string, string]): readonly string[] {
  return [...proseOf(text).matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link = '']) =>
    link.startsWith('#') ? file + link : posix.join(posix.dirname(file), link),
  );
}

describe('the site', () => {
  test('has every page of the navigation, and each page links all others', () => {
    const files = navigation.map(({ file }) => file).filter((file) => site.has(file));
    for (const file of files) for (const other of files) expect(page(file)).toContain(`href="${other}"`);
    for (const file of redocPages) expect(page(file)).toContain('<a class="home" href="../index.html">');
  });

  test('renders the same bytes every time', async () => {
    expect(await renderSite()).toEqual(site);
  });

  test('has the files for other tools, and llms.txt links what the site has', () => {
    for (const { file } of downloads) expect(page(file).length, file).toBeGreaterThan(500);
    const links = [...page('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target ?? '');
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((target) => !site.has(target.replace(/#.*/, '')))).toEqual([]);
    expect(links.filter((target) => /\.md#/.test(target)).length).toBeGreaterThan(10);
    expect(page('llms.txt')).toMatch(/^# .+\n\n> /);
    expect(page('cascade.arazzo.yaml')).not.toContain('../');
  });

  test('every page is also Markdown, which llms.txt lists with a sentence', () => {
    const pages = [...site.keys()].filter(
      (file) => /(?<!^404)\.html$/.test(file) && !redocPages.includes(file),
    );
    expect(pages.length).toBeGreaterThan(100);
    for (const file of pages.map((one) => one.replace('.html', '.md'))) {
      expect(page(file), file).toMatch(/^# .+\n\n/);
      expect(proseOf(page(file)), file).not.toMatch(/(?<!\\)<(?:div|span|p|td|a|figure)\b|\[object /);
      expect(page('llms.txt').split(`](${file}): `)[1], file).toMatch(/^.{15,}?\.(?: |$)/m);
    }
  });

  test('llms-full.txt has the interface, the guides and each code, once in one language, in 400 kB', () => {
    const text = page('llms-full.txt');
    expect(Buffer.byteLength(text)).toBeLessThan(400_000);
    const files = [...text.matchAll(/^<!-- (\S+) -->$/gm)].map(([, file]) => file);
    const wanted = [...site.keys()].filter((file) => /^(?:operations|codes|reasons)\/.*\.md$/.test(file));
    expect(files).toEqual(expect.arrayContaining([...wanted, 'callback.md', 'send.md', 'limits.md']));
    const [operation = ''] = text.split('<!-- operations/scheduleMessage.md -->')[1]?.split('<!--') ?? [];
    expect(operation.match(/"text": "Code 4821"/g)).toHaveLength(1);
    expect(text).not.toMatch(/```php|\]\((?:\.\.\/)?\w+\.md/);
  });

  test('a program reads fields, rules and errors of an operation by their marks', () => {
    const text = page('operations/scheduleMessage.md');
    expect(text).toContain('- `cascadeId` integer **required** {#SchedulingRequest.cascadeId}');
    expect(text).toContain(
      '- `comment` string or null (assumed) at most 4,096 characters {#SchedulingRequest.comment}',
    );
    expect(text).toContain('#### 401 `auth-error` {#error-auth-error}');
    expect(text).toMatch(
      /^\| \[`BUTTON`\].* \| \[`action`\].* \| required, not empty \| \[action-not-specified\]/m,
    );
  });

  test('links of the Markdown lead to pages and anchors that it has', () => {
    const isDead = (target: string) => {
      const [path = '', anchor] = target.split('#', 2);
      const hasAnchor = anchor === undefined || !path.endsWith('.md') || page(path).includes(`{#${anchor}}`);
      return !site.has(path) || !hasAnchor;
    };
    const targets = [...site].filter(([file]) => file.endsWith('.md')).flatMap(markdownLinks);
    expect(targets.length).toBeGreaterThan(1_000);
    expect(targets.filter(isDead)).toEqual([]);
  });

  test('no page makes a browser contact another host', () => {
    for (const [file, text] of site) {
      expect(text, file).not.toMatch(/<(?:script|img|link|iframe)[^>]+(?:src|href)="(?:https?:)?\/\//);
      expect(text, file).not.toMatch(/cdn\.redoc/);
      expect(text, file).not.toMatch(/(?:@import|url\()\s*["']?https?:/);
    }
  });

  test('every page says in a sentence what it is, and runs only scripts that are known', () => {
    const scripts = new Set<string>();
    for (const [file, text] of site) {
      if (!file.endsWith('.html')) continue;
      const [, description = ''] = /<meta name="description" content="([^"]*)">/.exec(text) ?? [];
      expect(description, file).toMatch(/^[^\s`*].{14,}[.?!]$/);
      if (redocPages.includes(file)) continue;
      for (const [, script = ''] of text.matchAll(/<script(?: type="module")?>(.*?)<\/script>/gs))
        scripts.add(script);
    }
    // Before the first paint, the portal's, the console's, and that of the missing page.
    expect(scripts.size).toBe(4);
  });

  test('the API catalog links descriptions and pages that the site has', () => {
    const { linkset } = JSON.parse(page('.well-known/api-catalog'));
    const hrefs = [...page('.well-known/api-catalog').matchAll(/"(?:href|anchor)": "([^"]+)"/g)];
    const linked = hrefs.map(([, href = '']) => posix.join('.well-known', href));
    expect(linked.filter((file) => !site.has(file))).toEqual([]);
    expect(linked).toContain('asyncapi.yaml');
    for (const api of linkset.slice(1))
      expect(Object.keys(api)).toEqual(['anchor', 'service-desc', 'service-doc', 'service-meta']);
  });

  test('without an address, no page names one', () => {
    expect(page('robots.txt')).toBe('User-agent: *\nAllow: /\n');
    expect(site.has('sitemap.xml')).toBe(false);
    for (const [file, text] of site)
      if (file.endsWith('.html')) expect(text, file).not.toContain('rel="canonical"');
  });

  test('with an address, each page has its own, and the sitemap has all', async () => {
    const base = 'https://docs.example/cascade/';
    const addressed = await renderSite({ base });
    const own = (file: string) =>
      /<link rel="canonical" href="([^"]*)">/.exec(addressed.get(file) ?? '')?.[1];
    expect(own('index.html')).toBe(base);
    expect(own('codes/out-of-balance.html')).toBe(`${base}codes/out-of-balance.html`);
    expect(own('redoc/api.html')).toBe(`${base}redoc/api.html`);
    expect(own('404.html')).toBeUndefined();
    expect(addressed.get('sitemap.xml')).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns=/);
    const listed = [...(addressed.get('sitemap.xml') ?? '').matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, loc]) => loc,
    );
    const pages = [...addressed.keys()].filter((file) => file.endsWith('.html') && file !== '404.html');
    expect(listed.toSorted()).toEqual(pages.map(own).toSorted());
    expect(addressed.get('robots.txt')).toContain(`Sitemap: ${base}sitemap.xml\n`);
    expect(addressed.get('.well-known/api-catalog')).toContain(`"href": "${base}openapi.yaml"`);
  });

  test('ids are unique on a page', () => {
    for (const file of site.keys()) {
      if (redocPages.includes(file)) continue;
      const ids = [...page(file).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(ids.length, file).toBe(new Set(ids).size);
    }
  });
});

describe('anchors', () => {
  test('every code, case, reason, limit, decision and clause has one', () => {
    const cases = problems.flatMap((problem) => problem.cases.map(({ name }) => `case-${name}`));
    expect([...anchorsOf('catalogue.html')]).toEqual(
      expect.arrayContaining([...problems.map(({ slug }) => slug), ...cases]),
    );
    expect([...anchorsOf('reasons.html')]).toEqual(
      expect.arrayContaining(reasons.map(({ reason }) => reason)),
    );
    expect([...anchorsOf('limits.html')]).toEqual(expect.arrayContaining(limits.map(({ id }) => id)));
    expect([...anchorsOf('decisions.html')]).toEqual(expect.arrayContaining(decisions.map(({ id }) => id)));
    expect([...anchorsOf('clauses.html')]).toEqual(expect.arrayContaining([...clauses.keys()].map(anchorOf)));
  });
});

describe('content', () => {
  test('the page of a code shows the exact answer, apostrophe and all', () => {
    expect(page('codes/request-doesnt-contain-content-for-all-cascade-stages.html')).toContain(
      'request-doesn\'t-contain-content-for-all-cascade-stages"',
    );
    expect(page('codes/cascade-scheduling-request-is-not-valid.html')).toContain(
      '[cascadeTemplateId:31,634;contentChannelType:SMS]',
    );
  });

  test('the lines that differ are marked in the neighbour', () => {
    expect(page('codes/text-not-specified.html')).toContain(
      '<mark>      <span class="h-attr">"text"</span>: <span class="h-string">"Code 4821"</span></mark>',
    );
  });

  test('the pages of Redoc link the decisions of assumed nodes', () => {
    expect(page('redoc/api.html')).toContain('decisions.html#ADR-0013');
    expect(page('redoc/callback.html')).toContain('decisions.html#ADR-0017');
  });

  test('headings never skip a level', () => {
    for (const file of site.keys()) {
      if (!file.endsWith('.html') || redocPages.includes(file)) continue;
      const levels = [...page(file).matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
      expect(levels[0], file).toBe(1);
      for (const [index, level] of levels.entries())
        expect(level - (levels[index - 1] ?? 0), file).toBeLessThanOrEqual(1);
    }
  });
});
