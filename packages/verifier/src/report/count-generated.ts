import type { GeneratedKind } from '../scenario/scenario.ts';
import type { Report } from './report.ts';

const words: Readonly<Record<GeneratedKind, readonly [one: string, many: string]>> = {
  example: ['example', 'examples'],
  constraint: ['constraint', 'constraints'],
  response: ['response', 'responses'],
  answer: ['kind of answer', 'kinds of answers'],
  callback: ['callback', 'callbacks'],
};

/** How many scenarios were written by hand, and how many the description made, by kind. */
export function describeGenerated({ scenarios }: Pick<Report, 'scenarios'>): string {
  const made = scenarios.flatMap(({ generated }) => generated ?? []);
  const byKind = Object.entries(words).flatMap(([kind, [one, many]]) => {
    const count = made.filter((each) => each === kind).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  const byHand = `${scenarios.length - made.length} by hand`;
  return made.length === 0 ? byHand : `${byHand}, ${made.length} from the description: ${byKind.join(', ')}`;
}
