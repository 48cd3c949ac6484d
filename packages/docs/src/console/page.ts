import { bundleScript, bundleStyles } from '../bundle.ts';
import type { Described } from '../description/read-description.ts';
import { type Html, html, raw } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { copyButton } from '../parts/code-block.ts';
import { tabs } from '../parts/elements.ts';
import { samplesOf } from '../samples/index.ts';
import { controlPanel } from './control-panel.ts';
import { pageData } from './page-data.ts';
import type { FormTemplate, PageData } from './page-protocol.ts';

/**
 * The console. The form needs JavaScript; without it, a note links the catalogue. Its script contains
 * preflight.
 */
export async function consolePage(
  described: Pick<Described, 'contract' | 'openapi' | 'control'>,
): Promise<Page> {
  const { contract } = described;
  const data = pageData(contract);
  const [script, styles] = await Promise.all([
    bundleScript('console/main.ts'),
    bundleStyles(['console/console.css', 'console/control-panel.css']),
  ]);
  return {
    file: 'console.html',
    title: 'Console',
    lead: 'Write a request, see how it will be judged as you type, send it, and watch its callbacks arrive and be verified.',
    isWide: true,
    body: html`
<style>${raw(styles)}</style>
<noscript><p class="console-note">The console needs JavaScript. The <a href="/catalogue.html">catalogue</a> shows every
request and answer without it.</p></noscript>
<div id="console" hidden>
${notice()}
${controlPanel(described)}
<div class="console-columns">
${form(data.templates)}
<div class="console-results">
${answer()}
${callbacks(data)}
${code()}
${sent()}
</div>
</div>
</div>
<script type="application/json" id="console-data">${raw(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>
<script type="module">${raw(script)}</script>`,
  };
}

function notice(): Html {
  return html`<p class="console-note" id="console-off">Sending is off, since this page was opened without a target. Verdict and code
work. To send, start a provider, then the docs with
<code>node packages/docs/src/cli.ts --target http://127.0.0.1:4012</code>; <code>npm start</code> does both.</p>`;
}

function form(templates: readonly FormTemplate[]): Html {
  const groups = Map.groupBy(templates, ({ group }) => group);
  return html`
<form id="console-form" aria-label="Request">
<div class="console-row">
<label>Find an example <input type="search" id="console-find" placeholder="code, field, status" spellcheck="false" autocomplete="off" aria-controls="console-template"></label>
<label class="wide">Example <select id="console-template">
${[...groups].map(([group, members]) => html`<optgroup label="${group}" class="${classOf(members.every(({ isAssumed }) => isAssumed))}">${members.map(option)}</optgroup>\n`)}</select></label>
<label id="console-target-label" hidden>Send to <select id="console-target"></select></label>
</div>
<p id="console-found" class="console-hint" role="status" hidden></p>
<p id="console-state" class="console-hint" hidden></p>
<div class="console-row console-actions">
<button type="submit" class="console-button" id="console-send" aria-keyshortcuts="Control+Enter Meta+Enter" title="Ctrl+Enter" disabled>Send</button>
<button type="button" class="console-button" id="console-new-id">New request id</button>
</div>
<div class="console-row">
<label>Method <select id="console-method">${['POST', 'GET', 'PUT', 'DELETE', 'PATCH'].map((method) => html`<option>${method}</option>`)}</select></label>
<label class="wide">Path <input id="console-path" spellcheck="false" autocomplete="off"></label>
<label>API key <input id="console-key" spellcheck="false" autocomplete="off"></label>
</div>
<label>Further headers <textarea id="console-headers" rows="2" spellcheck="false"></textarea></label>
<label>Body <textarea id="console-body" rows="14" spellcheck="false"></textarea></label>
<label class="check" id="console-listen-label" hidden><input type="checkbox" id="console-listen" checked> Show callbacks here
(sets the callback address of this key’s account)</label>
</form>`;
}

function option({ name, label, isAssumed }: FormTemplate): Html {
  return html`<option value="${name}" class="${classOf(isAssumed)}">${label}</option>`;
}

function classOf(isAssumed = false): string {
  return isAssumed ? 'assumed' : '';
}

function answer(): Html {
  return html`
<section aria-labelledby="console-verdict-title">
<h2 id="console-verdict-title">Verdict</h2>
<p id="console-verdict" class="console-verdict" role="status"></p>
</section>
<section aria-labelledby="console-answer-title">
<h2 id="console-answer-title">Response</h2>
<p id="console-comparison" class="console-hint" role="status">Nothing sent yet.</p>
<p id="console-code-page" class="console-hint" hidden>Cause, fix and requests: <a id="console-code-link"></a></p>
<figure class="code" id="console-answer-figure" hidden><pre id="console-answer" tabindex="0" aria-label="Response"></pre>${copyButton}</figure>
</section>`;
}

function callbacks({ callbackSecret }: PageData): Html {
  return html`
<section id="console-events-section" aria-labelledby="console-events-title" hidden>
<h2 id="console-events-title">Callbacks</h2>
<p id="console-disconnected" class="console-note" role="status" hidden>The docs server does not answer, so no callback can
arrive here. The page connects again by itself.</p>
<p id="console-waiting" class="console-hint" role="status">Callbacks of your message appear here, by <code>statusAt</code>.</p>
<p id="console-silent" class="console-note" hidden>Some <a href="/reasons.html#demo-numbers">demo numbers</a> are answered
late or never, and a test can stop the clock of an account of the mock, or drop its callbacks. If the target was restarted, it has
forgotten this address: send again, and it is registered anew.</p>
<ol id="console-events" aria-live="polite"></ol>
<details id="console-others" hidden>
<summary>Callbacks of other requests (<span id="console-other-count">0</span>)</summary>
<ol id="console-other-events"></ol>
</details>
<label class="console-secret">Callback secret
<input id="console-secret" value="${callbackSecret}" spellcheck="false" autocomplete="off" aria-describedby="console-secret-hint"></label>
<p id="console-secret-hint" class="console-hint">This page verifies the bytes that came with this secret, and sends it
nowhere. The one of the demo accounts is public: use it for trials only.</p>
</section>`;
}

function sent(): Html {
  return html`
<section id="console-sent-section" aria-labelledby="console-sent-title" hidden>
<h2 id="console-sent-title">Requests of this session</h2>
<ol id="console-sent"></ol>
</section>`;
}

function code(): Html {
  const languages = samplesOf({ method: 'GET', url: 'https://api.example.com', headers: {} });
  return html`
<section aria-labelledby="console-code-title">
<h2 id="console-code-title">As code</h2>
${tabs(
  languages.map(({ label }) => ({
    label,
    body: html`<figure class="code"><pre tabindex="0" aria-label="The request in ${label}"><code id="console-code-${label}"></code></pre>${copyButton}</figure>`,
  })),
)}
</section>`;
}
