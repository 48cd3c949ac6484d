import type { Contract, ProblemEntry } from '@cascade/contract';
import { cascadeDiagram, rulesDiagram } from '../diagrams/diagrams.ts';
import type { Page } from '../layout/page.ts';
import { isBeforeRules } from '../operations/read-calls.ts';
import { clauseLinks, codeChip, decisionLinks, provenanceBadge } from '../parts/elements.ts';
import { type Html, html } from '../tree/html.ts';

/** A check of a request, and the codes that it answers. */
interface Check {
  readonly label: string;
  readonly anchor: string;
  readonly says: string;
  readonly problems: readonly ProblemEntry[];
}

/** From request to delivery: the processing rules with their problem codes, then the stages of a cascade. */
export function journeyPage(contract: Contract, channels: readonly string[]): Page {
  const checks = checksOf(contract);
  const anyTime = contract.checks.filter(({ at }) => at === 'any-time');
  return {
    file: 'journey.html',
    title: 'How a message travels',
    lead: 'First the request passes the checks, in a fixed order. Then the message passes the stages of its cascade.',
    body: html`
<h2 id="rules">From the request to its response</h2>
<p>${provenanceBadge('documented')} The first check that fails decides the response, and nothing is scheduled
(${clauseLinks(['4.1/rule-6'])}).</p>
<div class="rules-and-codes">
${rulesDiagram(
  checks.map(({ label, anchor, problems }) => ({ label, anchor, answers: problems })),
  'Scheduled',
)}
<ol class="rules">${checks.map(check)}</ol>
</div>
<p>At any time:</p>
<ul class="chips">${anyTime.flatMap(({ problems }) => problems).map(codeChip)}</ul>
<section class="assumed">
<h2 id="cascade">From stage to stage</h2>
<p>${provenanceBadge('assumed')} ${decisionLinks(['ADR-0019'])}: ${choiceOf(contract, 'ADR-0019')}
Each status change is reported by a callback (${clauseLinks(['6/callback'])}).</p>
${cascadeDiagram(channels)}
</section>`,
  };
}

/** The checks of a scheduling request: those before the rules as one, then each rule. */
function checksOf({ checks }: Pick<Contract, 'checks'>): readonly Check[] {
  const first = checks.filter(isBeforeRules);
  const before = {
    label: 'Before the rules',
    anchor: 'before',
    says: first.map(({ name }) => name).join(', '),
    problems: first.flatMap(({ problems }) => problems),
  };
  const rules = checks
    .filter(({ rule }) => rule !== undefined)
    .map(({ id, rule, says, problems }) => ({
      label: `Rule ${rule}`,
      anchor: id,
      says: says.replace(/^\d\. /, ''),
      problems,
    }));
  return [before, ...rules];
}

function check({ label, anchor, says, problems }: Check): Html {
  return html`<li id="${anchor}"><strong>${label}</strong> ${says} <ul class="chips">${problems.map(codeChip)}</ul></li>\n`;
}

function choiceOf({ decisions }: Contract, id: string): string {
  return decisions.find((decision) => decision.id === id)?.choice ?? '';
}
