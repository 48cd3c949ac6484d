import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { arrow, box, drawing } from './svg.ts';

/** A check in the order of §4.1, with the statuses that it answers. */
export interface Check {
  readonly label: string;
  /** The anchor of its text on the page. */
  readonly anchor: string;
  readonly statuses: readonly number[];
  /** How many codes it answers. */
  readonly codes: number;
}

const step = 74;
const size = 46;

/** The checks from top to bottom. Each one passes to the next, or leaves with an answer. */
export function rulesDiagram(checks: readonly Check[], scheduled: string): Html {
  const rows = checks.map(({ label, anchor, statuses, codes }, at) => {
    const y = 2 + at * step;
    return html`<a href="#${anchor}">${box({ x: 2, y, width: 150, height: size, label, kind: 'stage' })}</a>
${arrow(`M156 ${y + size / 2}H204`)}${arrow(`M77 ${y + size + 3}V${y + step - 5}`)}
${box({ x: 210, y, width: 168, height: size, label: inShort(statuses), note: `${codes} ${codes === 1 ? 'code' : 'codes'}`, kind: 'fails' })}`;
  });
  const end = box({
    x: 2,
    y: 2 + checks.length * step,
    width: 150,
    height: size,
    label: scheduled,
    kind: 'passes',
  });
  const title = `Checks in order: ${checks.map(({ label }) => label).join(', ')}. The first one that fails decides the answer; if all pass, the message is scheduled.`;
  return drawing({
    id: 'rules',
    title,
    width: 380,
    height: checks.length * step + size + 4,
    hasLinks: true,
    content: [...rows, end],
  });
}

/** Each status once; the first and the last of many. */
function inShort(statuses: readonly number[]): string {
  const each = [...new Set(statuses)].toSorted((a, b) => a - b);
  return each.length > 4 ? `${each[0]} to ${each.at(-1)}` : each.join(' · ');
}
