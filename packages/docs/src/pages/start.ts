import type { Contract } from '@cascade/contract';
import { html } from '../html.ts';
import { navigation, type Page } from '../layout.ts';

const purposes: Readonly<Record<string, string>> = {
  'guides.html': 'how to send, retry, receive, test, verify, run',
  'journey.html': 'the checks in their order, and the stages',
  'console.html': 'write a request, see what it deserves, send it',
  'reference.html': 'everything that can be asked, and every member of every body',
  'catalogue.html': 'each code with the request that provokes it and the neighbour that passes',
  'reasons.html': 'why a message was not delivered, and what to do',
  'limits.html': 'every number',
  'decisions.html': 'what the source leaves open, and what we chose',
  'clauses.html': 'each clause: where it is described, tested and broken on purpose',
  'changelog.html': 'what changed, and what breaks',
  'glossary.html': 'the words',
};

/** The first page: what it is, for whom, three commands. */
export function startPage({ problems, reasons, clauses, decisions }: Contract): Page {
  const entries = navigation.filter(({ file }) => file in purposes);
  return {
    file: 'index.html',
    title: 'Cascade messaging',
    body: html`
<p class="lead">One request walks a message through ordered channels (SMS, chatone, chattwo);
a callback reports what became of it.</p>
<p>These pages are for people who review the interface, integrate with it, or implement it. They are generated from
one hand-written contract: ${problems.length} problem codes, ${reasons.length} undelivered reasons,
${clauses.size} clauses, ${decisions.length} decisions.</p>
<h2>Try it</h2>
<pre><code>npm start                                                       # mock, docs and service, with real answers
npm test                                                        # every check and test
npx pnpm --filter @cascade/mock exec node src/cli.ts --help     # the mock by itself</code></pre>
<h2>Read on</h2>
<ul>${entries.map(({ file, label }) => html`<li><a href="${file}">${label}</a>: ${purposes[file]}</li>`)}</ul>
<h2>Documented and assumed</h2>
<p>What the source document says is <span class="badge documented">documented</span> and cites its clause. Where it is
silent we chose: <span class="badge assumed legend">assumed</span>, with the decision that explains it; <em>Hide what is assumed</em> leaves
the source alone. No implementation is
failed on an assumption.</p>`,
  };
}
