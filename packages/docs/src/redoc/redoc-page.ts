import { redoclyOnce } from '@cascade/contract/redocly';
import { bundleScript, bundleStyles } from '../bundle.ts';
import { nodeAt } from '../description/read-description.ts';
import { addressesFrom, beforePaint, canonical, frameOf, icon } from '../layout/render-page.ts';
import { html, raw } from '../tree/html.ts';
import { writeHtml } from '../tree/write-html.ts';
import { markProvenance, withoutAssumed } from './description.ts';

/**
 * The one place of Redocly's output that is changed: `redocly build-docs` (`@redocly/cli` 2.77.0, Redoc
 * 3.0.1) ends its script with this call. No option, no `--template` variable and no Redoc setting lets a page
 * pass another description at run time, and Redoc cannot hide the assumed parts of one.
 */
const redoclyStart = "hydrate(__redoc_definition, __redoc_options, document.getElementById('redoc'));";

const ourStart =
  "hydrate(globalThis.redocDescription ?? __redoc_definition, __redoc_options, document.getElementById('redoc'));";

/**
 * Lets a page choose what Redoc shows: `globalThis.redocDescription`, if `browser/redoc.ts` has set it, else
 * the description that was rendered.
 * @throws {Error} if a newer Redocly starts Redoc in another way.
 */
export function letPageChooseDescription(markup: string): string {
  const [before, after, ...more] = markup.split(redoclyStart);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `@redocly/cli no longer starts Redoc by one call of \`${redoclyStart}\`: ` +
        'see how its build-docs ends the script, and change packages/docs/src/redoc/redoc-page.ts',
    );
  return before + ourStart + after;
}

/** The two parts that Redocly gives to a page template (`redocHead`, `redocHTML`). */
interface RedocParts {
  /** The styles. */
  readonly head: string;
  /**
   * The rendered description, then a module script: Redoc, the description as JSON, and the call that starts
   * Redoc.
   */
  readonly markup: string;
}

const boundary = '<!-- head above, markup below -->';
const template = `{{{redocHead}}}${boundary}{{{redocHTML}}}`;

/**
 * Renders a description with `redocly build-docs`, Redoc's script included; what it names on Redocly's CDN (a
 * logo, icons) is replaced, so that the page works offline.
 * @throws {Error} with Redocly's report when it cannot be rendered.
 */
export async function renderByRedocly(description: unknown): Promise<RedocParts> {
  const files = { 'description.json': JSON.stringify(description), 'template.hbs': template };
  const args = ['build-docs', 'description.json', '--inlineBundle', '--template=template.hbs'];
  const rendered = await redoclyOnce({ args, format: 'html', files });
  const [head = '', markup = ''] = rendered.replace(remoteAssets, 'data:,').split(boundary, 2);
  return { head, markup };
}

const remoteAssets = /https:\/\/cdn\.redoc(?:ly\.com|\.ly)\/[\w./-]*/g;

interface Shown {
  readonly description: unknown;
  /** The address of the site, if it is known. */
  readonly base?: string | undefined;
}

/**
 * A page in which Redoc shows a description below the header of the site, without requests to other hosts.
 * @throws {Error} with Redocly's report when it cannot be rendered.
 */
export async function renderRedocPage(
  name: string,
  title: string,
  { description, base: address }: Shown,
): Promise<string> {
  const [{ head, markup }, script, base, frame, own] = await Promise.all([
    renderByRedocly(markProvenance(description)),
    bundleScript('redoc.ts'),
    bundleStyles(['styles/base.css']),
    bundleStyles(['styles/frame.css', 'search/search.css']),
    bundleStyles(['provenance/hiding.css', 'redoc/redoc.css']),
  ]);
  const file = `redoc/${name}.html`;
  const version = String(nodeAt(description, 'info').version);
  const documented = JSON.stringify(markProvenance(withoutAssumed(description)));
  const page = html`<!doctype html>
<html lang="en" data-root="../">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${String(nodeAt(description, 'info').title)}: every request, response and field, in Redoc.">
${canonical(file, address)}<title>${title} · Cascade</title>
<link rel="icon" href="${icon}">
<style>@layer base{${raw(base)}}@scope (.frame){${raw(frame)}}</style>
${raw(head)}
<style>${raw(own)}</style>
${beforePaint}
</head>
<body>
<div class="frame">${raw(writeHtml(frameOf(version).nodes, { addressOf: addressesFrom(file) }))}</div>
${raw(letPageChooseDescription(withHashLinks(markup)))}
<noscript><p>Redoc needs JavaScript.
<a href="../api.html">Operations</a> and <a href="../callback.html">Callback</a> need none.</p></noscript>
<script type="application/json" id="documented-description">${raw(documented.replaceAll('<', '\\u003c'))}</script>
<script>${raw(script)}</script>
</body>
</html>
`;
  return page.text;
}

/**
 * Redoc routes by the part after `#`, but the markup that it renders has links without it: dead in a new tab.
 */
function withHashLinks(markup: string): string {
  const script = markup.indexOf('<script type="module">');
  return markup.slice(0, script).replace(/(<a\b[^>]*\shref=")(?=\/)/g, '$1#') + markup.slice(script);
}
