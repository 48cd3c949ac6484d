import { bundleScript, bundleStyles } from '../bundle.ts';
import type { Described } from '../description/read-description.ts';
import type { Page } from '../layout/page.ts';
import { addressesFrom } from '../layout/render-page.ts';
import { copyButton } from '../parts/code-block.ts';
import { tabs } from '../parts/elements.ts';
import { samplesOf } from '../samples/index.ts';
import { attributes, type Html, html, raw } from '../tree/html.ts';
import { writeHtml } from '../tree/write-html.ts';
import { controlPanel } from './control-panel.ts';
import type { Draft } from './draft.ts';
import { pageData } from './page-data.ts';
import { controlScript, type FormTemplate, type PageData, partsScript } from './page-protocol.ts';
import { describeVerdict, judgeDraft } from './verdict.ts';

const file = 'console.html';

/**
 * The console. It needs JavaScript; without it, a note links the catalogue. It opens with the first example
 * and its verdict; preflight, the other examples, code and callbacks are loaded at once after it, the control
 * of the mock when the reader opens it.
 */
export async function consolePage(
  described: Pick<Described, 'contract' | 'openapi' | 'control'>,
): Promise<Page> {
  const { templates, ...data } = pageData(described.contract);
  const [script, parts, control, styles] = await Promise.all([
    bundleScript('console/main.ts'),
    bundleScript('console/parts.ts'),
    bundleScript('console/control-main.ts'),
    bundleStyles(['console/console.css', 'console/control-panel.css']),
  ]);
  const panel = JSON.stringify(writeHtml(controlPanel(described).nodes, { addressOf: addressesFrom(file) }));
  return {
    file,
    title: 'Console',
    lead: 'Write a request, see the verdict as you type, send it, and watch its callbacks arrive and be verified.',
    isWide: true,
    loads: [
      { file: partsScript, text: `globalThis.cascadeExamples=${JSON.stringify(templates)};\n${parts}` },
      {
        file: controlScript,
        text: `document.getElementById('console-control-content').innerHTML=${panel};\n${control}`,
      },
    ],
    body: html`
<style>${raw(styles)}</style>
<noscript><p class="console-note">The console needs JavaScript. The <a href="/catalogue.html">catalogue</a> shows every
request and response without it.</p></noscript>
<div id="console">
${requestLine(data.first.draft)}
${tools(data.first)}
<div class="console-columns">
${form(data.first.draft)}
<div class="console-results" role="region" aria-label="Verdict, response and callbacks" tabindex="0">
${answer(data)}
${callbacks(data)}
</div>
<div class="console-more">
${code()}
${sent()}
</div>
</div>
${controlFold()}
</div>
<script type="application/json" id="console-data">${raw(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>
<script type="module">${raw(script)}</script>`,
  };
}

/** The first line of the request, its target, and *Send*, which a request under way replaces by *Cancel*. */
function requestLine({ method: chosen, path }: Draft): Html {
  const methods = ['POST', 'GET', 'PUT', 'DELETE', 'PATCH'];
  return html`
<div class="console-line">
<div class="console-address">
<select id="console-method" form="console-form" aria-label="Method">${methods.map((method) => html`<option${attributes({ selected: method === chosen })}>${method}</option>`)}</select>
<input id="console-path" form="console-form" aria-label="Path" value="${path}" spellcheck="false" autocomplete="off">
</div>
<select id="console-target" aria-label="Send to" disabled><option>no target</option></select>
<button type="submit" form="console-form" class="console-button" id="console-send" aria-keyshortcuts="Control+Enter Meta+Enter" title="Ctrl+Enter" disabled>Send</button>
<button type="button" class="console-button" id="console-cancel" aria-keyshortcuts="Escape" title="Escape" hidden>Cancel <span id="console-seconds" aria-hidden="true"></span></button>
</div>`;
}

/** The examples, and what is done with the request as a whole. */
function tools({ name, label }: FormTemplate): Html {
  return html`
<div class="console-tools">
<label class="wide">Example <select id="console-template"><option value="${name}">${label}</option></select></label>
<label>Find an example <input type="search" id="console-find" placeholder="code, field, status" spellcheck="false" autocomplete="off" aria-controls="console-template"></label>
<button type="button" class="console-button quiet" id="console-reset" disabled>Back to example</button>
<button type="button" class="console-button quiet" id="console-new-id">New request id</button>
<button type="button" class="console-button quiet" id="console-share">Copy link</button>
</div>
<p id="console-found" class="console-hint" role="status" hidden></p>
<p id="console-shared" class="console-hint" role="status" hidden></p>
<p id="console-state" class="console-hint" hidden></p>`;
}

function form({ key, headers, body }: Draft): Html {
  return html`
<form id="console-form" aria-label="Request">
<div class="console-row">
<label>API key <input id="console-key" value="${key}" spellcheck="false" autocomplete="off"></label>
<details class="console-fold" id="console-headers-fold"><summary>Further headers: <span id="console-headers-short">${headers}</span></summary>
<textarea id="console-headers" rows="3" spellcheck="false" aria-label="Further headers, one a line">${headers}</textarea></details>
</div>
<label>Body <textarea id="console-body" rows="14" spellcheck="false">${body}</textarea></label>
<label class="check" id="console-listen-label"><input type="checkbox" id="console-listen" checked> Show callbacks here
(sets the callback address of this key’s account)</label>
</form>`;
}

function answer({ first, cascades }: PageData): Html {
  const verdict = judgeDraft(first.draft, cascades);
  return html`
<section aria-labelledby="console-verdict-title">
<h2 id="console-verdict-title">Verdict</h2>
<p id="console-verdict" class="console-verdict ${verdict.kind}" role="status">${describeVerdict(verdict)}</p>
</section>
<section aria-labelledby="console-answer-title">
<h2 id="console-answer-title">Response</h2>
<p class="console-facts" role="status"><strong id="console-facts"></strong> <span id="console-comparison">Nothing sent yet.</span></p>
<p class="console-note" id="console-off" hidden>Sending is off, since this page was opened without a target. Verdict and code
work. To send, start a provider, then the docs with
<code>node packages/docs/src/cli.ts --target http://127.0.0.1:4012</code>; <code>npm start</code> does both.</p>
<p id="console-code-page" class="console-hint" hidden>Cause, fix and requests: <a id="console-code-link"></a></p>
<p id="console-open" class="console-hint" hidden>It is a page: <a id="console-open-link" target="_blank" rel="noopener noreferrer">open it in a new tab</a></p>
<figure class="code" id="console-answer-figure" hidden><pre id="console-answer" tabindex="0" aria-label="Response"></pre>${copyButton}</figure>
<p id="console-rest" class="console-hint" hidden><span id="console-rest-says" role="status"></span>
<button type="button" class="console-button quiet" id="console-more">Show 200 kB more</button>
<a id="console-save">Save all of it</a></p>
</section>`;
}

function callbacks({ callbackSecret }: Pick<PageData, 'callbackSecret'>): Html {
  return html`
<section id="console-events-section" aria-labelledby="console-events-title">
<h2 id="console-events-title">Callbacks</h2>
<p id="console-disconnected" class="console-note" role="status" hidden>The docs server does not answer, so no callback can
arrive here. The page connects again by itself.</p>
<p id="console-waiting" class="console-hint" role="status">Callbacks of your message appear here, by <code>statusAt</code>.</p>
<p id="console-silent" class="console-note" hidden>Some <a href="/reasons.html#demo-numbers">demo numbers</a> are answered
late or never, and a test can stop the clock of an account of the mock, or drop its callbacks. If the target was restarted, it has
forgotten this address: send again, and it is registered anew.</p>
<ol id="console-events" aria-live="polite"></ol>
<details class="console-fold" id="console-others" hidden>
<summary>Callbacks of other requests (<span id="console-other-count">0</span>)</summary>
<ol id="console-other-events"></ol>
</details>
<details class="console-fold" id="console-secret-fold"><summary>Callback secret</summary>
<input id="console-secret" value="${callbackSecret}" spellcheck="false" autocomplete="off" aria-label="Callback secret" aria-describedby="console-secret-hint">
<p id="console-secret-hint" class="console-hint">This page verifies the bytes that came with this secret, and sends it
nowhere. The demo secret is public: use it for trials only.</p>
</details>
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

/** Controls the mock that is the target. What it contains comes when the reader opens it. */
function controlFold(): Html {
  return html`
<details id="console-control" class="assumed" hidden>
<summary><h2>Mock control</h2></summary>
<div id="console-control-content"></div>
</details>`;
}
