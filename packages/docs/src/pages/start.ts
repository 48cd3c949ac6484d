import { type Contract, problemsInOrder, type ReasonEntry, valueAt } from '@cascade/contract';
import { reasonAddress } from '../addresses.ts';
import { callbackSamples } from '../callbacks/callback-samples.ts';
import { type Draft, sampleRequestOf } from '../console/draft.ts';
import { consoleLink } from '../console/link.ts';
import { pageData } from '../console/page-data.ts';
import { cascadeDiagram } from '../diagrams/diagrams.ts';
import { bodyText, messageText } from '../http-text.ts';
import type { Page } from '../layout/page.ts';
import { codeBlock } from '../parts/code-block.ts';
import { codeChip, counted, tabs } from '../parts/elements.ts';
import { samplesOf } from '../samples/index.ts';
import { sampleServers } from '../samples/servers.ts';
import { type Html, html } from '../tree/html.ts';

/** What a reader came for, each with its pages. */
const ways = {
  Send: {
    'send.html': 'Send a message, in six languages',
    'retry-safely.html': 'Send again, but not twice',
    'console.html': 'Send from this browser',
  },
  Receive: {
    'receive-callbacks.html': 'Receive callbacks, verified',
    'callback.html': 'Read one byte by byte',
    'test-against-the-mock.html': 'Test late, double and lost ones',
  },
  Verify: {
    'verify-an-implementation.html': 'Verify a provider in any language',
    'clauses.html': 'See what covers each clause',
    'providers.html': 'Compare providers by clause',
  },
  Review: {
    'assumptions.html': 'Read what is assumed, and why',
    'changelog.html': 'Read what changed, and for whom',
    'downloads.html': 'Open the descriptions in your tools',
  },
} as const;

/** The start page: whom it is for and what is ours, a request to try, and a way to each task of a reader. */
export function startPage(contract: Contract, openapi: unknown): Page {
  const { problems, reasons, clauses, decisions } = contract;
  const story = storyOf(contract);
  return {
    file: 'index.html',
    title: 'Cascade messaging',
    lead: 'One request sends a message through ordered channels until one of them delivers it. Callbacks report each status change.',
    body: html`
<p>For those who send such messages, who build a provider of them, or who review the interface. The contract is rebuilt from
one source document, and each rule cites its clause. Where the source is silent we chose: that is marked
<span class="badge assumed legend">assumed</span>, and <em>Hide assumptions</em> leaves it out. The client, the mock, the verifier
and the service are ours.</p>
<div class="ways">${Object.entries(ways).map(
      ([name, pages]) =>
        html`<section><h2 id="${name.toLowerCase()}">${name}</h2><ul>${Object.entries(pages).map(([file, says]) => html`<li><a href="/${file}">${says}</a></li>\n`)}</ul></section>\n`,
    )}</div>
<p>The channels are SMS and two messengers, CHATONE and CHATTWO; a stage ends when its time limit, the TTL, is over.</p>
${cascadeDiagram(story.stages.map(({ channel }) => channel))}
<h2 id="try">Try it</h2>
<p><code>npm start</code> runs a mock, a service and these pages on your machine. Then send a message, or
${consoleLink({ operation: 'scheduleMessage' }, 'send it from the console')} and watch its callbacks arrive:</p>
${storyPanes(openapi, story)}
<p>A program needs only the <a href="/packages.html#installing-them">client with its receiver</a>, or the
<a href="/kits.html">kit</a> of its language. The <a href="/guides.html">guides</a> lead from the first request to a provider.</p>
<h2 id="codes">Why was a request refused?</h2>
<p>The page of a code shows the requests that provoke it, and what passes one edit away.</p>
<ul class="chips">${problemsInOrder(contract).map((problem) => html`${codeChip(problem)}\n`)}</ul>
<h2 id="reasons">Why was a message not delivered?</h2>
<p>The page of a reason shows its whole callback, and what to do.</p>
<ul class="chips">${reasons.map(reasonChip)}</ul>
<h2 id="documented">Documented and assumed</h2>
<p>The contract has ${counted(problems)} problem codes, ${reasons.length} undelivered reasons, ${clauses.size} clauses of the
source document and ${decisions.length} decisions. No implementation fails the verifier on an assumption.</p>
<h2 id="these-pages">These pages</h2>
<p>They work offline. <kbd>/</kbd> opens the search, which takes a whole answer, too. The half circle at the top changes to the
dark theme and back. <em>Copy as Markdown</em> copies a page for an assistant; <a href="/llms.txt">llms.txt</a> lists them all.</p>`,
  };
}

/** The request of the page, and the cascade that it takes: answer and callback are about the same message. */
interface Story {
  readonly draft: Draft;
  readonly requestId: string;
  readonly cascadeId: number;
  readonly stages: readonly { readonly uuid: string; readonly channel: string }[];
}

function storyOf(contract: Contract): Story {
  const { templates, cascades } = pageData(contract);
  const draft = templates[0]?.draft;
  if (draft === undefined) throw new Error('the console has no request that passes');
  const { requestId, cascadeId } = JSON.parse(draft.body);
  const stages = cascades.find(({ id }) => id === cascadeId)?.stages ?? [];
  return { draft, requestId, cascadeId, stages };
}

function firstRequest({ draft, requestId }: Story): Html {
  return tabs(
    samplesOf(sampleRequestOf(draft, String(sampleServers.service), true)).map(
      ({ label, language, text }) => ({
        label,
        body: codeBlock({ language, text, requestId }),
      }),
    ),
  );
}

/** The message falls through its stages, and the last one delivers it: the request with its response, and the callback. */
function storyPanes(openapi: unknown, story: Story): Html {
  const { requestId, cascadeId, stages } = story;
  const answer = { ...Object(valueAt(openapi, '/components/examples/scheduled/value')), requestId };
  const last = stages.at(-1);
  const { headers, event } = callbackSamples(openapi).delivered({
    requestId,
    cascadeId,
    cascadeStageUUID: last?.uuid,
    channelType: last?.channel,
    subject: 'orders',
    subjectId: 1,
  });
  const signed = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'));
  const callback = messageText('POST /status HTTP/1.1', Object.fromEntries(signed), bodyText(event));
  return html`<div class="story"><div>
${firstRequest(story)}
${codeBlock({ language: 'http', caption: 'The response', text: `HTTP/1.1 200\n\n${JSON.stringify(answer)}` })}
</div>
${codeBlock({ language: 'http', caption: 'Its last callback, signed', text: callback })}
</div>`;
}

function reasonChip({ reason }: ReasonEntry): Html {
  return html`<li><a href="${reasonAddress(reason)}">${reason}</a></li>\n`;
}
