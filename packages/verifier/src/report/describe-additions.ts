import type { Addition } from './additions.ts';
import type { Paint } from './paint.ts';
import type { Report } from './report.ts';

/** The lines that the profile could add, as a part of the summary on a terminal. */
export function describeAdditions({ additions = [] }: Pick<Report, 'additions'>, paint: Paint): string[] {
  if (additions.length === 0) return [];
  const lines = additions.flatMap((addition) => [
    `  ${paint('dim', `# ${placeOf(addition)}; ${countOf(addition)}`)}`,
    ...addition.yaml.split('\n').map((line) => `  ${line}`),
  ]);
  return [
    paint('yellow', 'Lines for the profile, to have more judged (the values are examples)'),
    ...lines,
    '',
  ];
}

/** Where a line of the profile belongs. */
export function placeOf({ below, replaces }: Addition): string {
  if (replaces) return 'instead of the present line';
  return below === undefined ? 'at the top level' : `below ${below}`;
}

function countOf({ scenarios: { length } }: Addition): string {
  return `${length} ${length === 1 ? 'scenario' : 'scenarios'}`;
}
