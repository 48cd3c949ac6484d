import { type Contract, type JsonObject, readText, repositoryRoot, targetOf } from '@cascade/contract';
import { reasonAddress } from '../addresses.ts';
import { consoleLink } from '../console/link.ts';
import { nodeAt, said, type ValueList } from '../description/read-description.ts';
import type { Page } from '../layout/page.ts';
import {
  foldedSource,
  type HeaderRow,
  headerList,
  shapeList,
  sourceLinks,
} from '../operations/field-list.ts';
import { readAnswers } from '../operations/read-calls.ts';
import { readShapes } from '../operations/read-shapes.ts';
import { codeBlock } from '../parts/code-block.ts';
import { decisionLinks, provenanceBadge, table, tabs } from '../parts/elements.ts';
import { renderMarkdown } from '../parts/markdown.ts';
import { type Html, html } from '../tree/html.ts';
import { type CallbackMessage, type CallbackSamples, callbackSamples } from './callback-samples.ts';

/** A program that verifies a callback. */
interface Verification {
  readonly label: string;
  readonly language: string;
  readonly text: string;
  /** The file of this repository that it is; absent: it is made here. */
  readonly file?: string;
}

const files = [
  { label: 'TypeScript', language: 'ts', file: 'examples/receive-hono/server.ts' },
  { label: 'Python', language: 'python', file: 'packages/kits/python/cascade_kit/receiver.py' },
  { label: 'Go', language: 'go', file: 'packages/kits/go/receiver.go' },
  { label: 'Java', language: 'java', file: 'packages/kits/java/src/main/java/example/cascade/Receiver.java' },
  { label: 'PHP', language: 'php', file: 'packages/kits/php/src/Receiver.php' },
] as const;

/**
 * By hand with the values of a message, then the real files of examples and kits, whose tests run every test
 * vector.
 */
function verifications(message: CallbackMessage): readonly Verification[] {
  const programs = files.map((one) => ({ ...one, text: readText(repositoryRoot, one.file).trimEnd() }));
  return [{ label: 'Shell', language: 'sh', text: byHand(message) }, ...programs];
}

/** The signature with openssl: what it prints is `webhook-signature`. */
export function byHand({ headers, body, secret }: CallbackMessage): string {
  return `SECRET=${secret}
ID=${headers['webhook-id']}
TIMESTAMP=${headers['webhook-timestamp']}
BODY='${body.replaceAll("'", `'\\''`)}'

KEY=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
printf %s "$ID.$TIMESTAMP.$BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64 | sed 's/^/v1,/'`;
}

/** When callback attempts are made, in seconds. */
interface Retries {
  /** After the first failure, the second, and so on. */
  readonly delays: readonly number[];
  readonly thenEvery: number;
  readonly giveUpAfter: number;
}

const schedule = /after failures ((?:\d+ s(?:, | and ))+\d+ s) later; then every (\d+) s until\s+(\d+) hours/;

/** Reads the schedule from the words of its decision, ADR-0018. @throws {Error} if they have changed. */
function readRetries({ decisions }: Pick<Contract, 'decisions'>): Retries {
  const text = decisions.find(({ id }) => id === 'ADR-0018')?.text ?? '';
  const [, delays = '', every, hours] = schedule.exec(text) ?? [];
  if (every === undefined) throw new Error('ADR-0018 no longer says when callbacks are repeated');
  return {
    delays: (delays.match(/\d+/g) ?? []).map(Number),
    thenEvery: Number(every),
    giveUpAfter: Number(hours) * 3600,
  };
}

/**
 * The attempts until the regular ones begin: the delay after the failure before, and the time since the first
 * attempt.
 */
function firstAttempts({ delays, thenEvery }: Retries): readonly { delay: number; since: number }[] {
  let since = 0;
  return [0, ...delays, thenEvery].map((delay) => {
    since += delay;
    return { delay, since };
  });
}

/** `2048` as `34 min 8 s`. */
function duration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length === 0 ? 'at once' : shown.join(' ');
}

/** The callback: when it comes, its bytes, how to verify it, what to answer, and every status and reason. */
export function callbackPage(openapi: unknown, lists: readonly ValueList[], contract: Contract): Page {
  const webhook = nodeAt(openapi, 'webhooks', 'messageStatus', 'post');
  const samples = callbackSamples(openapi);
  const shown = samples.ofStatus('UNDELIVERED');
  return {
    file: 'callback.html',
    title: 'Callback',
    lead: 'The provider posts each change of the status of a message to your address.',
    body: html`
<h2 id="receiveMessageStatus">What you receive</h2>
${renderMarkdown(String(webhook.description))}
<p class="assumed">Register the address with <a href="/operations/setCallback.html">setCallback</a>. It must answer a <code>HEAD</code>
with 200. The registration has the secret that signs: yours, or a made one, which the answer shows once.</p>
${foldedSource(said(webhook))}
${messageTabs(shown)}
<p>${consoleLink({ reason: String(shown.event.error) }, 'Receive it now')}</p>
<h2 id="headers">Headers</h2>
${headerList(headersOf(openapi, webhook, shown))}
<h2 id="body">Body</h2>
${shapeList(readShapes(openapi, 'StatusEvent', lists), (code) => html`<code>${code}</code>`)}
${signature(shown)}
${answers(openapi, webhook)}
${retries(contract)}
${order}
${statuses(samples, lists)}
${reasons(samples, contract)}
<p class="source">The same in <a href="/redoc/callback.html">Redoc</a>, and for tools: <a href="/asyncapi.yaml">asyncapi.yaml</a>
and <a href="/downloads.html#vectors">test vectors</a>.</p>`,
  };
}

/** A message to read, and as it arrives: its body is one line, of which the signature covers each byte. */
export function messageTabs({ text, event }: CallbackMessage): Html {
  const head = text.slice(0, text.indexOf('\n\n'));
  const indented = `${head}\n\n${JSON.stringify(event, undefined, 2)}`;
  return tabs(
    [
      { label: 'To read', body: codeBlock({ language: 'http', text: indented }) },
      { label: 'Bytes', body: html`<div class="bytes">${codeBlock({ language: 'http', text })}</div>` },
    ],
    { areSame: true },
  );
}

function headersOf(openapi: unknown, webhook: unknown, { headers }: CallbackMessage): readonly HeaderRow[] {
  const signed = [nodeAt(webhook).parameters ?? []].flat().map((reference) => {
    const node = targetOf(openapi, reference);
    const name = String(node.name);
    const schema = nodeAt(node, 'schema');
    const { provenance, decisions } = said(node);
    const says = html`${renderMarkdown(`${String(node.description)} ${String(schema.description)}`)}${sourceLinks({ clauses: [], decisions })}`;
    return { name, value: headers[name] ?? '', provenance, says };
  });
  const body = said(nodeAt(webhook, 'requestBody'));
  const contentType: HeaderRow = {
    name: 'content-type',
    value: 'application/json',
    provenance: body.provenance,
    says: html`UTF-8. ${sourceLinks(body)}`,
  };
  return [contentType, ...signed];
}

function signature(message: CallbackMessage): Html {
  const { secret, headers, body } = message;
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const forms = verifications(message).map(({ label, language, text, file }) => ({
    label,
    body: codeBlock({ language, text, ...(file === undefined ? {} : { caption: file }) }),
  }));
  return html`<div class="assumed">
<h2 id="signature">Signature</h2>
<p>${provenanceBadge('assumed')} Standard Webhooks (${decisionLinks(['ADR-0017'])}): HMAC-SHA256 over
<code>{webhook-id}.{webhook-timestamp}.{body}</code>. Verify the bytes as they arrived, before you parse them, and reject a
<code>webhook-timestamp</code> more than 300 seconds from your clock. While a secret is replaced there are two signatures,
joined by a space; one match suffices.</p>
<h3 id="test-vector">A test vector</h3>
<p>The message above. Its secret is public: it is for tests only.</p>
<dl>
<dt>Secret</dt><dd><code>${secret}</code></dd>
<dt>Key</dt><dd>the bytes that <code>${secret.replace('whsec_', '')}</code> is in Base64:
<code>${Buffer.from(secret.replace('whsec_', ''), 'base64').toString()}</code></dd>
<dt>Signature</dt><dd><code>${headers['webhook-signature']}</code></dd>
</dl>
<div class="bytes">${codeBlock({ language: 'text', text: content, caption: 'the bytes that are signed' })}</div>
<p><a href="/vectors-callbacks.json">vectors-callbacks.json</a> has further vectors: altered, outdated and foreign callbacks, and two secrets.</p>
<h3 id="verification">Verification</h3>
<p>By hand, in an example, and in the receivers of the <a href="/kits.html">kits</a>, which run every vector.</p>
${tabs(forms)}
</div>`;
}

function answers(openapi: unknown, webhook: JsonObject): Html {
  const words: Readonly<Record<string, string>> = {
    200: '2xx',
    default: 'any other, or none within 15 seconds',
  };
  const rows = readAnswers(openapi, webhook).map(
    ({ status, description, ...source }) =>
      html`<tr id="answer-${status}"><th scope="row">${words[status] ?? status}</th><td>${renderMarkdown(description)}${sourceLinks(source)}</td></tr>\n`,
  );
  return html`<div class="assumed">
<h2 id="answers">Your response</h2>
${table(['you answer', 'what it means'], rows)}
<p>The body of your response is ignored. Redirects are not followed: 3xx is a failure. <code>Retry-After</code> can delay the
next attempt, not hasten it.</p>
</div>`;
}

function retries(contract: Contract): Html {
  const schedule = readRetries(contract);
  const rows = firstAttempts(schedule).map(
    ({ delay, since }, at) =>
      html`<tr><th scope="row">${at + 1}</th><td>${delay === 0 ? 'at once' : `${duration(delay)} after the failure`}</td><td>${duration(since)}</td></tr>\n`,
  );
  return html`<div class="assumed">
<h2 id="retries">Retries</h2>
<p>${provenanceBadge('assumed')} ${decisionLinks(['ADR-0018'])}: at least once. Every attempt has the same
<code>webhook-id</code> and body, and a new <code>webhook-timestamp</code> and signature. Each delay gets a random addition.</p>
${table(['attempt', 'when', 'since the first'], rows)}
<p>Then every ${duration(schedule.thenEvery)}, until ${duration(schedule.giveUpAfter)} have passed. What no attempt delivered can be
sent again for 30 days (${decisionLinks(['ADR-0041'])}).</p>
</div>`;
}

const order = html`<div class="assumed">
<h2 id="order">Order and duplicates</h2>
<p>${provenanceBadge('assumed')} ${decisionLinks(['ADR-0037'])}: the first attempts of the events of one message start in the
order of its statuses; across messages there is no order. An event that is attempted again may arrive after later ones, so
compare <code>statusAt</code>.</p>
<p>Remember the <code>webhook-id</code> of what you handled, and answer a repeated one with 200. Without that header,
<code>requestId</code>, <code>cascadeStageUUID</code>, <code>status</code> and <code>statusAt</code> together identify an event.</p>
</div>`;

function statuses(samples: CallbackSamples, lists: readonly ValueList[]): Html {
  const list = lists.find(({ schema }) => schema === 'MessageStatus');
  const rows = list?.values.map(
    ({ value, provenance }) => html`<details class="answer-row ${provenance}" id="status-${value}">
<summary><code>${value}</code> ${provenanceBadge(provenance)}</summary>
${messageTabs(samples.ofStatus(value))}
</details>
`,
  );
  return html`<h2 id="statuses">Every status</h2>
<p>An open list: handle a status that is not in it.</p>
<p class="assumed">The usual path of a stage is <code>ENQUEUED</code>, <code>SENT</code>, <code>DELIVERED</code>,
<code>READ</code> (${decisionLinks(['ADR-0016'])}).</p>
${rows ?? []}`;
}

function reasons(samples: CallbackSamples, contract: Contract): Html {
  const rows = contract.reasons.map(
    ({ reason, meaning }) => html`<details class="answer-row documented" id="reason-${reason}">
<summary><code>${reason}</code><br><small>${meaning}</small></summary>
${messageTabs(samples.ofReason(reason))}
<p>${consoleLink({ reason }, 'Receive it now')} · <a href="${reasonAddress(reason)}">What to do</a></p>
</details>
`,
  );
  return html`<h2 id="reasons">Every reason</h2>
<p>The <code>error</code> of an UNDELIVERED event, an <a href="/reasons.html">open list</a>, too.</p>
${rows}`;
}
