import type { ProblemEntry } from '@cascade/contract';
import type { ClientBehaviour } from '../codes/client-behaviour.ts';
import type { Way } from '../codes/ways.ts';
import { type Html, html } from '../html.ts';
import { codeBlock } from '../parts/code-block.ts';
import { joined } from '../parts/links.ts';

/** What `@cascade/client` returns, whether it retries, and what its preflight finds. */
export function clientSection({ retry, cases }: ProblemEntry, behaviour: ClientBehaviour): Html {
  const { error, isReplayed, foundByPreflight } = behaviour;
  return html`
<h2 id="client">In the client</h2>
<ul>
<li><code>schedule</code> returns <code>error</code> with <code>kind: '${error.kind}'</code>, <code>code: '${error.code}'</code>
and <code>outcome: '${error.outcome}'</code>; <code>scheduleOrThrow</code> throws a <code>CascadeError</code> with it.</li>
<li>${attemptsOf(error.attempts)} <code>retryAdvice(error.code)</code> returns <code>retry: '${retry}'</code>.</li>
${isReplayed ? html`<li>If an earlier attempt of the same call may have been accepted, the outcome is <code>unknown</code>. With <code>usedIdMeansAccepted</code> it is a success: <code>data.replayed</code> is true.</li>` : undefined}
<li>${preflightWords(foundByPreflight, cases.length)}</li>
</ul>`;
}

function attemptsOf(attempts: number): Html {
  if (attempts === 1) return html`It does not retry.`;
  return html`It retries by itself: ${attempts} attempts in all, each with the same body, no earlier than <code>Retry-After</code>.`;
}

function preflightWords(found: number, all: number): Html {
  if (found === all) return html`<code>preflight</code> finds it before anything is sent.`;
  return found === 0
    ? html`<code>preflight</code> cannot find it: only the provider knows.`
    : html`<code>preflight</code> finds ${found} of the ${all} cases before anything is sent.`;
}

/** How the mock is made to answer with the code. */
export function mockSection({ cases }: ProblemEntry): Html {
  const preferred = cases.filter(({ request }) => request.headers?.prefer !== undefined);
  const names = cases.map(({ name }) => html`<code>${name}</code>`);
  const [first] = cases;
  return html`
<h2 id="mock">In the mock</h2>
<p>${preferred.length === cases.length ? 'The mock has no cause of its own to answer with it: it does so on request only.' : 'The mock answers the requests above as shown.'}
The header <code>Prefer: example=…</code> with ${joined(names)} makes it the answer to any request, and nothing is
scheduled.</p>
${codeBlock({ language: 'sh', text: `curl -i -X POST http://127.0.0.1:4010/api/cascade/schedule \\\n  -H 'x-api-key: demo-key' -H 'prefer: example=${first?.name}'` })}`;
}

/** The scenarios that judge the code, and the broken providers that prove them. */
export function verifierSection(
  { clauses }: ProblemEntry,
  ways: readonly Way[],
  mutants: ReadonlyMap<string, readonly string[]>,
): Html {
  const broken = [...new Set(clauses.flatMap((clause) => mutants.get(clause) ?? []))];
  const [first] = ways;
  if (first === undefined)
    return html`
<h2 id="verifier">In the verifier</h2>
<p>No scenario provokes it: no request can, or the source does not define it.</p>`;
  return html`
<h2 id="verifier">In the verifier</h2>
<p>${ways.length} ${ways.length === 1 ? 'scenario permits' : 'scenarios permit'} it as the answer. To run one:</p>
${codeBlock({ language: 'sh', text: `npx cascade-verify --target http://127.0.0.1:8080 --scenarios ${first.id}` })}
${folded(
  'Scenarios',
  ways.map(({ id }) => id),
)}
${folded('Broken providers that they find', broken)}`;
}

function folded(what: string, names: readonly string[]): Html | undefined {
  if (names.length === 0) return undefined;
  return html`<details><summary>${what}: ${names.length}</summary><ul>${names.map((name) => html`<li><code>${name}</code></li>`)}</ul></details>`;
}
