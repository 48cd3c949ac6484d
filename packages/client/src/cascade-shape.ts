import type { Cascade, CascadeStage } from '@cascade/types';
import type { CascadeShape } from '@cascade/validator';

/** A cascade as the rules take it. `listCascades` nests each stage in the one before (ADR-0013). */
export function cascadeShape(cascade: Cascade | CascadeShape): CascadeShape {
  const { id } = cascade;
  return isListed(cascade) ? { id, stages: flatten(cascade.stages) } : cascade;
}

function isListed(cascade: Cascade | CascadeShape): cascade is Cascade {
  return cascade.stages.some((stage) => 'subject' in stage && !('channel' in stage));
}

function flatten(stages: readonly CascadeStage[]): CascadeShape['stages'] {
  return stages.flatMap((stage) => [
    { uuid: stage.uuid, channel: stage.subject.type },
    ...flatten(stage.stages ?? []),
  ]);
}
