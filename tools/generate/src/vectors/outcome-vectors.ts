import { readYamlFile, repositoryRoot } from '@cascade/contract';

/** The stages of a cascade, the events of one message in the order of their arrival, and its outcome (ADR-0048). */
export interface OutcomeVector {
  readonly id: string;
  readonly says: string;
  /** UUIDs in the order of the cascade. */
  readonly stages: readonly string[];
  readonly events: readonly { readonly cascadeStageUUID: string | null; readonly status: string }[];
  readonly outcome: 'delivered' | 'failed' | 'open';
}

/** As outcomes.yaml has it, which says what its members mean. */
interface Written extends Omit<OutcomeVector, 'stages' | 'events'> {
  readonly stages: number;
  readonly events: readonly (readonly [stage: number | string, status: string])[];
}

const file = 'tools/generate/src/vectors/outcomes.yaml';
const uuidOf = (last: number | string) => `0b1d6c3e-5f5a-4f0e-9a55-${String(last).padStart(12, '0')}`;
const special: Readonly<Record<string, string | null>> = {
  none: null,
  stranger: uuidOf('ff'),
  '1 in capitals': uuidOf(1).toUpperCase(),
};

/** What a receiver must tell apart. */
export const outcomeVectors: readonly OutcomeVector[] = (
  readYamlFile(repositoryRoot, file).value as readonly Written[]
).map(({ id, says, stages, events, outcome }) => ({
  ...{ id, says },
  stages: Array.from({ length: stages }, (_, at) => uuidOf(at + 1)),
  events: events.map(([stage, status]) => ({
    cascadeStageUUID: typeof stage === 'number' ? uuidOf(stage) : (special[stage] ?? null),
    status,
  })),
  outcome,
}));
