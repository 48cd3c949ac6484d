import { readContract } from '@cascade/contract';
import { readFragment } from '../../src/console/link.ts';
import { pageData } from '../../src/console/page-data.ts';

/** The names of the requests that the console can fill in. */
const examples = new Set(pageData(readContract()).templates.map(({ name }) => name));

/** Whether the console fills in what a fragment names; it has no element with that id. */
export function opensInConsole(anchor: string): boolean {
  const linked = readFragment(anchor);
  return typeof linked !== 'string' || examples.has(linked) || anchor === 'main';
}
