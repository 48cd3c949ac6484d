import type { Contract } from '@cascade/contract';
import { downloads } from '../downloads.ts';
import { html } from '../html.ts';
import { navigation } from '../layout/navigation.ts';
import type { Page } from '../layout/page.ts';

const purposes: Readonly<Record<string, string>> = {
  'guides.html': 'send, retry, receive callbacks, test, verify, run the service',
  'journey.html': 'the checks in order, then the stages',
  'console.html': 'write a request, see how it will be judged, send it',
  'reference.html': 'every operation, and every field of its bodies',
  'catalogue.html': 'each code with a request that provokes it and the neighbour that passes',
  'reasons.html': 'why a message was not delivered, and what to do',
  'limits.html': 'every maximum, and the code or reason that reports it',
  'generators.html': 'the clients that others generate: what works, three lines for each',
  'gateway.html': 'for operators: attempts, answers and signed receipts of an HTTP gateway',
  'decisions.html': 'what the source leaves open, and what we chose',
  'clauses.html': 'for each clause: descriptions, scenarios, mutants, verdicts',
  'changelog.html': 'what changed, breaking changes marked',
  'glossary.html': 'the terms used here',
};

/** The start page: what the project is, for whom, three commands. */
export function startPage({ problems, reasons, clauses, decisions }: Contract): Page {
  const entries = navigation.filter(({ file }) => file in purposes);
  return {
    file: 'index.html',
    title: 'Cascade messaging',
    body: html`
<p class="lead">One request sends a message through ordered channels (SMS, chatone, chattwo) until one delivers it;
callbacks report each status change.</p>
<p>These pages are for people who review the interface, integrate with it, or implement it. They are generated from
one hand-written contract: ${problems.length} problem codes, ${reasons.length} undelivered reasons,
${clauses.size} clauses, ${decisions.length} decisions.</p>
<h2>Try it</h2>
<pre><code>npm start                                                       # starts mock, docs and service
npm test                                                        # runs every check and test
npx pnpm --filter @cascade/mock exec node src/cli.ts --help     # the mock by itself</code></pre>
<h2>Pages</h2>
<ul>${entries.map(({ file, label }) => html`<li><a href="/${file}">${label}</a>: ${purposes[file]}</li>`)}</ul>
<h2>Files for other tools</h2>
<ul>${downloads.map(({ file, says }) => html`<li><a href="/${file}">${file}</a>: ${says}</li>`)}</ul>
<h2>Documented and assumed</h2>
<p><span class="badge documented">documented</span> means that the source document says it; the clause is cited.
<span class="badge assumed legend">assumed</span> means that the source is silent and we chose; the decision is linked.
<em>Hide what is assumed</em> leaves the documented part. The verifier fails no implementation on an assumption.</p>`,
  };
}
