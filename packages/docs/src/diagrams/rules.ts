import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { arrow, box, drawing } from './svg.ts';

/** A problem that a check answers with. */
interface Answer {
  readonly status: number;
  readonly provenance: 'documented' | 'assumed';
}

/** A check in the order of §4.1. */
export interface Check {
  readonly label: string;
  /** The anchor of its text on the page. */
  readonly anchor: string;
  /** One for each code. */
  readonly answers: readonly Answer[];
}

const step = 74;
const size = 46;

/** The checks from top to bottom. Each one passes to the next, or leaves with an answer. */
export function rulesDiagram(checks: readonly Check[], scheduled: string): Html {
  const rows = checks.map(({ label, anchor, answers }, at) => {
    const y = 2 + at * step;
    return html`<a href="#${anchor}">${box({ x: 2, y, width: 150, height: size, label, kind: 'stage' })}</a>
${arrow(`M156 ${y + size / 2}H204`)}${arrow(`M77 ${y + size + 3}V${y + step - 5}`)}
${failing(answers, y)}`;
  });
  const end = box({
    x: 2,
    y: 2 + checks.length * step,
    width: 150,
    height: size,
    label: scheduled,
    kind: 'passes',
  });
  const title = `Checks in order: ${checks.map(({ label }) => label).join(', ')}. The first failed check decides the answer; if all pass, the message is scheduled.`;
  return drawing({
    id: 'rules',
    title,
    width: 380,
    height: checks.length * step + size + 4,
    hasLinks: true,
    content: [...rows, end],
  });
}

/** The box of what a check answers with; *Documented only* shows the documented answers in its place. */
function failing(answers: readonly Answer[], y: number): Html {
  const documented = answers.filter(({ provenance }) => provenance === 'documented');
  const boxOf = (shown: readonly Answer[]) => {
    const label = inShort(shown.map(({ status }) => status));
    const note = `${shown.length} ${shown.length === 1 ? 'code' : 'codes'}`;
    return box({ x: 210, y, width: 168, height: size, label, note, kind: 'fails' });
  };
  if (documented.length === answers.length) return boxOf(answers);
  return html`<g class="with-assumed">${boxOf(answers)}</g><g class="documented-only">${boxOf(documented)}</g>`;
}

/** Each status once; the first and the last of many. */
function inShort(statuses: readonly number[]): string {
  const each = [...new Set(statuses)].toSorted((a, b) => a - b);
  return each.length > 4 ? `${each[0]} to ${each.at(-1)}` : each.join(' · ');
}
