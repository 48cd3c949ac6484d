import { readYamlFile, repositoryRoot } from '../../index.ts';
import { callbackHeaders, now, secrets } from './callback-vectors.ts';

/** A request as it arrives, and its answer. */
interface Received {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body, in base64. */
  readonly bodyBase64: string;
  /** It arrives while the handler waits. */
  readonly meanwhile: boolean;
  readonly answer: number;
}

/** What a receiver answers, and how often its handler runs (ADR-0017, ADR-0018). */
interface ReceptionVector {
  readonly id: string;
  readonly says: string;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly starts: boolean;
  readonly handler: readonly string[];
  readonly store?: string | undefined;
  readonly longest?: number | undefined;
  readonly requests: readonly Received[];
  readonly handled: number;
  readonly event?: Readonly<Record<string, unknown>> | undefined;
}

/** As receptions.yaml has it, which says what its members mean. */
interface WrittenRequest {
  readonly answer: number;
  readonly meanwhile?: true;
  readonly method?: string;
  readonly id?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly text?: string;
  readonly by?: readonly (keyof typeof secrets)[];
  readonly age?: number;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly altered?: true;
}

/** A row as receptions.yaml has it. */
export interface WrittenReception extends Pick<ReceptionVector, 'says' | 'store' | 'longest' | 'event'> {
  readonly secrets?: readonly string[];
  readonly starts?: false;
  readonly handler?: readonly string[];
  readonly requests?: readonly WrittenRequest[];
  readonly handled?: number;
}

const file = 'tools/contract/src/generate/vectors/receptions.yaml';

const fields = {
  requestId: '7c42344c-aeea-41c9-834b-eb627136f400',
  status: 'SENT',
  statusAt: '2026-01-30T11:07:55Z',
  cascadeStageUUID: '2ede9313-0539-463a-9ec3-898506f4937a',
};

/** The fields that a handler sees, as far as a row does not say otherwise. */
const absent = {
  reason: null,
  channelType: null,
  cascadeId: null,
  messageId: null,
  subject: null,
  subjectId: null,
  comment: null,
};

export function readReceptions(): readonly WrittenReception[] {
  return readYamlFile(repositoryRoot, file).value as readonly WrittenReception[];
}

/** What names a row in files. */
export function receptionId({ says }: Pick<WrittenReception, 'says'>): string {
  return says.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

export function receptionVectors(): ReceptionVector[] {
  return readReceptions().map((written) => ({
    id: receptionId(written),
    says: written.says,
    secrets: (written.secrets ?? ['current']).map((name) => secrets[name as keyof typeof secrets] ?? name),
    now,
    starts: written.starts ?? true,
    handler: written.handler ?? [],
    store: written.store,
    longest: written.longest,
    requests: (written.requests ?? []).map(receivedOf),
    handled: written.handled ?? 0,
    event: written.event && { ...fields, ...absent, ...written.event },
  }));
}

function receivedOf(written: WrittenRequest): Received {
  const { answer, meanwhile = false, method = 'POST', age = 0, by = ['current'] } = written;
  const id = written.id === 'too long' ? 'm'.repeat(256) : (written.id ?? 'msg_1');
  const comment = written.body?.comment === 'long' ? { comment: 'x'.repeat(2_000) } : {};
  const text = written.text ?? JSON.stringify({ ...fields, ...written.body, ...comment });
  const keys = by.map((name) => secrets[name]);
  const laid = Object.entries({ ...callbackHeaders(id, now - age, text, ...keys), ...written.headers });
  const headers = Object.fromEntries(
    laid.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  const isPost = method === 'POST';
  const sent = isPost ? `${text}${written.altered ? ' ' : ''}` : '';
  return {
    method,
    headers: isPost ? headers : {},
    bodyBase64: Buffer.from(sent).toString('base64'),
    meanwhile,
    answer,
  };
}
