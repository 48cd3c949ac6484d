import type { Contract, ReasonEntry } from '@cascade/contract';
import { valueAt } from '@cascade/contract';
import { reasonAddress } from '../addresses.ts';
import { callbackSamples } from '../callbacks/callback-samples.ts';
import { type Draft, sampleRequestOf } from '../console/draft.ts';
import { consoleLink } from '../console/link.ts';
import { pageData } from '../console/page-data.ts';
import { cascadeDiagram } from '../diagrams/diagrams.ts';
import { type Html, html } from '../html.ts';
import { bodyText, messageText } from '../http-text.ts';
import type { Page } from '../layout/page.ts';
import { codeBlock } from '../parts/code-block.ts';
import { codeChip, counted, tabs } from '../parts/elements.ts';
import { samplesOf } from '../samples/index.ts';
import { sampleServers } from '../samples/servers.ts';

const tasks = [
  ['assumptions.html', 'What is assumed, and why', 'every choice that the source document leaves open'],
  ['changelog.html', 'What changed', 'since the last release, breaking changes first'],
  ['clauses.html', 'What is covered', 'for each clause: descriptions, tests, verdicts'],
  ['callback.html', 'Receive callbacks', 'the whole message, and how to verify it'],
  ['guides.html', 'Integrate', 'send, retry, receive, test, verify, run'],
  ['downloads.html', 'Bring your own tools', 'descriptions, test vectors, collections'],
] as const;

/** The start page: what the project is, a request to try, and a way to each task of a reader. */
export function startPage(contract: Contract, openapi: unknown): Page {
  const { problems, reasons, clauses, decisions } = contract;
  const story = storyOf(contract);
  return {
    file: 'index.html',
    title: 'Cascade messaging',
    lead: 'One request sends a message through ordered channels until one of them delivers it. Callbacks report each status change.',
    body: html`
${cascadeDiagram(story.stages.map(({ channel }) => channel))}
<h2 id="try">Try it</h2>
<p><code>npm start</code> runs a mock, a service and these pages on your machine. Then send a message:</p>
<div class="story">${firstRequest(story)}</div>
<p>${consoleLink({ operation: 'scheduleMessage' }, 'Send it from the console')} and watch its callbacks arrive.</p>
<p>A program needs only the <a href="/packages.html#installing-them">client with its receiver</a>, or the
<a href="/kits.html">kit</a> of its language.</p>
${answerAndCallback(openapi, story)}
<h2 id="tasks">What do you want to know?</h2>
<ul class="cards">${tasks.map(
      ([file, title, says]) => html`<li><a href="/${file}"><strong>${title}</strong> ${says}</a></li>\n`,
    )}</ul>
<h2 id="codes">Why was a request refused?</h2>
<p>The page of a code shows the requests that provoke it, and what passes one edit away.</p>
<ul class="chips">${problems.map((problem) => html`${codeChip(problem)}\n`)}</ul>
<h2 id="reasons">Why was a message not delivered?</h2>
<p>The page of a reason shows its whole callback, and what to do.</p>
<ul class="chips">${reasons.map(reasonChip)}</ul>
<h2 id="documented">Documented and assumed</h2>
<p>One hand-written contract is the source of all of this: ${counted(problems)} problem codes, ${reasons.length} undelivered
reasons, ${clauses.size} clauses of the source document, ${decisions.length} decisions.</p>
<p><span class="badge documented">documented</span> means that the source document says it; the clause is cited.
<span class="badge assumed legend">assumed</span> means that the source is silent and we chose; the decision is linked.
<em>Hide assumptions</em> at the top of each page leaves the documented part. No implementation fails the verifier on an assumption.</p>
<h2 id="these-pages">These pages</h2>
<p>They work offline. <kbd>/</kbd> opens the search, the half circle at the top changes to the dark theme and back, and
<em>Copy as Markdown</em> copies a page for an assistant; <a href="/llms.txt">llms.txt</a> lists them all.</p>`,
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

/** The message falls through its stages, and the last one delivers it. */
function answerAndCallback(openapi: unknown, { requestId, cascadeId, stages }: Story): Html {
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
  return html`<div class="pair">
${codeBlock({ language: 'http', caption: 'The response', text: `HTTP/1.1 200\n\n${JSON.stringify(answer, undefined, 2)}` })}
${codeBlock({ language: 'http', caption: 'Its last callback, signed', text: callback })}
</div>`;
}

function reasonChip({ reason }: ReasonEntry): Html {
  return html`<li><a href="${reasonAddress(reason)}">${reason}</a></li>\n`;
}
