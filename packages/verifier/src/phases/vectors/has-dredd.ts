import type { Phase } from '../../scenario/scenario.ts';

/** Dredd is an optional peer of the published package: whether it is installed where it can be loaded. */
export function hasDredd(): boolean {
  try {
    import.meta.resolve('dredd');
    return true;
  } catch {
    return false;
  }
}

interface Asked {
  readonly fast?: boolean;
  /** All if absent. */
  readonly phases?: readonly Phase[];
}

/** Why a run that asks for Dredd does without it, and what to do. */
export function whyWithoutDredd({ fast, phases }: Asked): string | undefined {
  const isAsked = fast !== true && phases?.includes('vectors') !== false;
  return isAsked && !hasDredd() ? 'Dredd is not installed (npm install dredd adds it)' : undefined;
}
