import type { Described } from '../description/read-description.ts';
import { anchorOfPart, anchorOfThing } from './change-list.ts';
import { type Aspect, type ChangedThing, changedThings, type Side } from './changed-things.ts';
import type { ChangeReader } from './concerns.ts';
import { prefixOf, releaseSteps } from './history-pages.ts';
import { type History, unreleased } from './read-history.ts';

/** An entry of the changelog as text, for feeds and assistants. */
export interface ToldChange {
  /** Its anchor on the page of the changelog. */
  readonly id: string;
  /** The release, or the planned one. */
  readonly version: string;
  readonly isReleased: boolean;
  readonly reader: ChangeReader;
  /** The operation, or what stands for several. */
  readonly part: string;
  /** The address of all changes of the part. */
  readonly partHref: string;
  readonly isOfOperation: boolean;
  readonly name: string;
  readonly kind: ChangedThing['kind'];
  readonly isBreaking: boolean;
  /** Both states of each aspect, a line each, and what to do. */
  readonly text: string;
  readonly href: string;
}

/** Every entry of the changelog, the latest release first. */
export function tellChanges(
  history: History,
  { contract }: Pick<Described, 'contract'>,
): readonly ToldChange[] {
  return releaseSteps(history).flatMap((step) => {
    const { before, after, changes, to } = step;
    const isReleased = to !== unreleased;
    const prefix = prefixOf(step);
    const linkTo = (anchor: string) => `/changelog.html#${anchor}`;
    return changedThings(changes, { before, after, contract }).map((thing) => ({
      id: anchorOfThing(prefix, thing),
      version: isReleased ? to : history.planned,
      isReleased,
      reader: thing.reader,
      part: thing.part,
      partHref: linkTo(anchorOfPart(prefix, thing.part)),
      isOfOperation: thing.operations.includes(thing.part),
      name: thing.name,
      kind: thing.kind,
      isBreaking: thing.impact === 'major',
      text: textOf(thing),
      href: linkTo(anchorOfThing(prefix, thing)),
    }));
  });
}

function textOf({ lines, advice, title }: ChangedThing): string {
  const breaks = advice === undefined ? [] : [`Breaks you if ${advice.breaksIf}. Do this: ${advice.remedy}.`];
  return [...(title === undefined ? [] : [title]), ...lines.map(lineOf), ...breaks].join('\n');
}

function lineOf({ of, before, after }: Aspect): string {
  return `${of === '' ? '' : `${of}: `}${sideOf(before)} → ${sideOf(after)}`;
}

function sideOf(side: Side | undefined): string {
  if (side === undefined) return 'none';
  const { words, sample, verdict } = side;
  const shown = sample === undefined ? verdict : [sample, verdict].filter(Boolean).join(' is ');
  return [words?.replaceAll(/\s+/g, ' ').trim(), shown].filter(Boolean).join('; ');
}
