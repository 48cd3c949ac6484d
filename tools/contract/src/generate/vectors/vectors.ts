import { join } from 'node:path';
import { readScenarios } from '@cascade/verifier/read-scenarios';
import type { Profile } from '@cascade/verifier/scenarios';
import type { GeneratedFile } from '../../bundle/index.ts';
import { objectOf, readContract, readYamlFile, repositoryRoot, targetOf, valueAt } from '../../index.ts';
import { callRows } from './call-vectors.ts';
import { callbackVectors } from './callback-vectors.ts';
import { receptionVectors } from './reception-vectors.ts';
import { requestVectors } from './request-vectors.ts';
import { type VectorViolation, violationsDetail, violationText } from './vector.ts';

/** `detail` and its violations. `both`: written and read so; `read`: another permitted way to write it. */
interface ViolationVector {
  readonly says: string;
  readonly direction: 'both' | 'read';
  readonly detail: string;
  readonly violations: readonly VectorViolation[];
}

interface Stage {
  readonly uuid: string;
  readonly channel: string;
}

/** The cascades of an account, as far as violations name them. */
interface NamedCascade {
  readonly id: number;
  readonly stages: readonly Stage[];
}

/**
 * For each cascade: all content missing, each other channel surplus, and both; then other ways to write it.
 */
function violationVectors(cascades: readonly NamedCascade[]): ViolationVector[] {
  return [...cascades.flatMap(writtenFor), ...otherSpellings(cascades)];
}

function writtenFor({ id, stages }: NamedCascade): ViolationVector[] {
  const missing = stages.map(({ uuid, channel }) => missingContent(id, uuid, channel));
  const surplus = ['SMS', 'CHATONE', 'CHATTWO']
    .filter((channel) => stages.every((stage) => stage.channel !== channel))
    .map((channel) => surplusContent(id, channel));
  const groups = [
    { says: `cascade ${id}: no stage has content`, violations: missing },
    { says: `cascade ${id}: content for channels without a stage`, violations: surplus },
    {
      says: `cascade ${id}: missing content first, then surplus content`,
      violations: [...missing, ...surplus],
    },
  ];
  return groups
    .filter(({ violations }, index) => violations.length > 0 && (index < 2 || surplus.length > 0))
    .map(({ says, violations }) => ({
      says,
      direction: 'both',
      detail: violationsDetail(violations),
      violations,
    }));
}

function otherSpellings(cascades: readonly NamedCascade[]): ViolationVector[] {
  const id = cascades[0]?.id ?? 1;
  const stage = cascades[0]?.stages[0] ?? { uuid: '', channel: 'SMS' };
  const violations = [missingContent(id, stage.uuid, stage.channel), surplusContent(id, 'CHATTWO')];
  const texts = violations.map(violationText);
  const opening = 'Cascade scheduling request is not valid. Violations:';
  return [
    { says: 'no blank after a semicolon', detail: `${opening} ${texts.join(';')}` },
    { says: 'a blank before a semicolon', detail: `${opening} ${texts.join(' ; ')}` },
    { says: 'a full stop at the end', detail: `${opening} ${texts.join('; ')}.` },
    { says: 'a line break after the opening', detail: `${opening}\n${texts.join(';\n')}` },
  ].map((one) => ({ ...one, direction: 'read', violations }));
}

function missingContent(cascadeId: number, stageUuid: string, channel: string): VectorViolation {
  return { kind: 'content-not-found', cascadeId, stageUuid, channel };
}

function surplusContent(cascadeId: number, channel: string): VectorViolation {
  return { kind: 'stage-not-found', cascadeId, channel };
}

const folder = 'spec/vectors/generated';

/**
 * spec/vectors/generated: what any implementation, in any language, can be tested with; see
 * spec/vectors/README.md.
 */
export function vectors(root: string): GeneratedFile[] {
  const profile = readYamlFile(root, 'packages/verifier/profiles/mock.yaml').value as Profile;
  const cascades = profile.cascades as readonly NamedCascade[];
  const requests = requestVectors(readScenarios(join(root, 'spec')), readContract(root), {
    ...profile,
    keys: { ...profile.keys, wrong: 'no-such-key' },
  });
  return [
    vectorFile('requests', requests),
    vectorFile('violations', violationVectors(cascades)),
    vectorFile('callbacks', callbackVectors(statusEvents(root))),
    vectorFile('outcomes', outcomeVectors),
    vectorFile(
      'calls',
      callRows(readContract(root)).map(({ vector }) => vector),
    ),
    vectorFile('receptions', receptionVectors()),
  ];
}

function vectorFile(kind: string, all: readonly object[]): GeneratedFile {
  const value = { $schema: '../vectors.schema.json', kind, vectors: all };
  return { path: `${folder}/${kind}.json`, text: `${JSON.stringify(value, null, 2)}\n` };
}

/** The examples of the webhook, by name. */
function statusEvents(root: string): Record<string, unknown> {
  const openapi = readYamlFile(root, 'spec/generated/openapi-annotated.yaml').value;
  const at = '/webhooks/messageStatus/post/requestBody/content/application~1json/examples';
  const examples = Object.entries(objectOf(valueAt(openapi, at)));
  return Object.fromEntries(examples.map(([name, example]) => [name, targetOf(openapi, example).value]));
}

/**
 * The stages of a cascade, the events of one message in the order of their arrival, and its outcome
 * (ADR-0048).
 */
interface OutcomeVector {
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

const file = 'tools/contract/src/generate/vectors/outcomes.yaml';
const uuidOf = (last: number | string) => `0b1d6c3e-5f5a-4f0e-9a55-${String(last).padStart(12, '0')}`;
const special: Readonly<Record<string, string | null>> = {
  none: null,
  stranger: uuidOf('ff'),
  '1 in capitals': uuidOf(1).toUpperCase(),
};

/** What a receiver must tell apart. */
const outcomeVectors: readonly OutcomeVector[] = (
  readYamlFile(repositoryRoot, file).value as readonly Written[]
).map(({ id, says, stages, events, outcome }) => ({
  id,
  says,
  stages: Array.from({ length: stages }, (_, at) => uuidOf(at + 1)),
  events: events.map(([stage, status]) => ({
    cascadeStageUUID: typeof stage === 'number' ? uuidOf(stage) : (special[stage] ?? null),
    status,
  })),
  outcome,
}));
