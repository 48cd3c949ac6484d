import { bundleScript } from '../bundle-script.ts';
import { html, raw } from '../html.ts';
import { letPageChooseDescription } from './choose-description.ts';
import { markProvenance } from './mark-provenance.ts';
import { runRedocly } from './run-redocly.ts';
import { withoutAssumed } from './without-assumed.ts';

/**
 * A page in which Redoc shows a description, without requests to other hosts. Its button shows the documented part
 * alone, as on every other page of the site.
 * @throws {Error} with Redocly's report when it cannot be rendered.
 */
export async function renderRedocPage(title: string, description: unknown): Promise<string> {
  const [{ head, markup }, script] = await Promise.all([
    runRedocly(markProvenance(description)),
    bundleScript('redoc.ts'),
  ]);
  const documented = JSON.stringify(markProvenance(withoutAssumed(description)));
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Cascade</title>
<style>${raw(styles)}</style>
${raw(head)}
</head>
<body>
${raw(letPageChooseDescription(withHashLinks(markup)))}
<div class="cascade-bar">
<button type="button" id="assumed-switch" aria-pressed="false" hidden>Documented only</button>
<a href="../index.html">All pages</a></div><noscript><p>Redoc needs JavaScript.
<a href="../api.html">Operations</a> and <a href="../callback.html">Callback</a> need none.</p></noscript>
<script type="application/json" id="documented-description">${raw(documented.replaceAll('<', '\\u003c'))}</script>
<script>${raw(script)}</script>
</body>
</html>
`;
  return page.text;
}

/** Redoc routes by the part after `#`, but the markup that it renders has links without it: dead in a new tab. */
function withHashLinks(markup: string): string {
  const script = markup.indexOf('<script type="module">');
  return markup.slice(0, script).replace(/(<a\b[^>]*\shref=")(?=\/)/g, '$1#') + markup.slice(script);
}

const styles = `body{margin:0;padding:0}
.cascade-bar{position:fixed;right:1rem;bottom:1rem;z-index:9;display:flex;gap:.5rem}
.cascade-bar :is(a,button){padding:.4rem .9rem;border:0;border-radius:1rem;background:#0b57c2;color:#fff;font:14px system-ui,sans-serif;text-decoration:none;cursor:pointer}
.cascade-bar [hidden]{display:none}
#assumed-switch[aria-pressed=true]{outline:2px solid currentColor;outline-offset:-4px}
@media print{.cascade-bar{display:none!important}}`;
