import { readContract } from '@cascade/contract';
import { type Html, html, raw } from '../html.ts';
import { pageData } from './page-data.ts';
import type { Template } from './page-protocol.ts';

/** The content of a page, without the site's layout. */
export interface Fragment {
  readonly slug: 'console';
  readonly title: string;
  readonly html: string;
}

/** The console page. The form needs JavaScript; without it, a note links the catalogue. */
export function consolePage(): Fragment {
  const data = pageData(readContract());
  const page = html`
<link rel="stylesheet" href="/console.css">
<p class="lead">Write a request, see how it will be judged as you type, send it, and watch the callbacks arrive.</p>
<noscript><p class="console-note">The console needs JavaScript. The <a href="/catalogue.html">catalogue</a> shows every
request and answer without it.</p></noscript>
<div id="console" hidden>
${notice()}
<div class="console-columns">
${form(data.templates)}
${results()}
</div>
</div>
<script type="application/json" id="console-data">${raw(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>
<script src="/console.js" defer></script>`;
  return { slug: 'console', title: 'Console', html: page.text };
}

function notice(): Html {
  return html`<p class="console-note" id="console-off">Sending is off, since the docs were started without a target. Verdict, curl
and code work. To send, start a provider, then the docs with
<code>cascade-docs --target http://127.0.0.1:4012</code>; <code>npm start</code> does both.</p>`;
}

function form(templates: readonly Template[]): Html {
  const groups = Map.groupBy(templates, ({ group }) => group);
  return html`
<form id="console-form" aria-label="Request">
<div class="console-row">
<label class="wide">Example <select id="console-template">
${[...groups].map(([group, members]) => html`<optgroup label="${group}">${members.map(option)}</optgroup>\n`)}</select></label>
<label id="console-target-label" hidden>Send to <select id="console-target"></select></label>
</div>
<p id="console-state" class="console-hint" hidden></p>
<div class="console-row">
<label>Method <select id="console-method">${['POST', 'GET', 'PUT', 'DELETE', 'PATCH'].map((method) => html`<option>${method}</option>`)}</select></label>
<label class="wide">Path <input id="console-path" spellcheck="false" autocomplete="off"></label>
<label>API key <input id="console-key" spellcheck="false" autocomplete="off"></label>
</div>
<label>Further headers <textarea id="console-headers" rows="2" spellcheck="false"></textarea></label>
<label>Body <textarea id="console-body" rows="14" spellcheck="false"></textarea></label>
<div class="console-row">
<button type="submit" id="console-send" disabled>Send</button>
<button type="button" id="console-new-id">New request id</button>
<label class="check" id="console-listen-label" hidden><input type="checkbox" id="console-listen"> Show callbacks here
(sets the callback address of this key’s account)</label>
</div>
</form>`;
}

function option({ name, label }: Template): Html {
  return html`<option value="${name}">${label}</option>`;
}

function results(): Html {
  return html`
<div class="console-results">
<section aria-labelledby="console-verdict-title">
<h2 id="console-verdict-title">Verdict</h2>
<p id="console-verdict" class="console-verdict" role="status"></p>
</section>
<section aria-labelledby="console-answer-title">
<h2 id="console-answer-title">Answer</h2>
<p id="console-comparison" class="console-hint" role="status">Nothing sent yet.</p>
<pre id="console-answer" tabindex="0" aria-label="Answer" hidden></pre>
</section>
<section id="console-events-section" aria-labelledby="console-events-title" hidden>
<h2 id="console-events-title">Callbacks</h2>
<ol id="console-events" aria-live="polite"></ol>
</section>
<section aria-labelledby="console-code-title">
<h2 id="console-code-title">As curl and as code</h2>
<figure><figcaption>curl</figcaption><pre id="console-curl" tabindex="0" aria-label="curl"></pre></figure>
<figure><figcaption>@cascade/client</figcaption><pre id="console-client" tabindex="0" aria-label="client code"></pre></figure>
</section>
</div>`;
}
