import { accepted } from '@cascade/transition';
import type { GatewayAttempt } from '../gateways/gateway.ts';
import type { BegunStages, Candidate, CheckedMessage } from '../intake/commit-batch.ts';
import { membersOf } from '../json-object.ts';
import { type Enlisted, join } from '../store/enlisted.ts';
import { keyText, type MessageKey, newKeyedId } from '../store/message-key.ts';
import { storable } from '../store/prepared.ts';
import { type ApplyOptions, beginStage, type EngineStore, writesOfBatch } from './apply-batch.ts';
import { type CascadeRun, createRun } from './cascade-run.ts';
import type { HeldTurn, Holders } from './holders.ts';
import type { LoadedCascade } from './load-cascades.ts';
import { type FactBook, factsWithoutTemplates } from './load-facts.ts';
import type { KnownAccounts } from './remembered.ts';

/** A first stage that began with the acceptance of its message: its attempt is to be sent by its holder. */
export interface BegunStage extends HeldTurn {
  readonly send: GatewayAttempt;
}

interface BeginningOptions extends Omit<ApplyOptions, 'known'> {
  readonly store: EngineStore;
  readonly holders: Pick<Holders, 'hold'>;
  readonly known: KnownAccounts;
}

/** A stage that begins if its message is accepted. */
interface Beginning {
  readonly run: CascadeRun;
  readonly stage: BegunStage;
}

/**
 * The rules judge a stage by what the last batches have read of its account. The statement that accepts the
 * messages compares that with the database, and has all of these stages begin or none.
 */
export class Beginnings {
  readonly #options: BeginningOptions;
  readonly #begun = new Map<string, BegunStage>();

  constructor(options: BeginningOptions) {
    this.#options = options;
  }

  /** Those of these messages whose stage can begin; undefined if none can. */
  begin(candidates: readonly Candidate[]): BegunStages | undefined {
    const { store } = this.#options;
    const beginnings = withoutRepeats(candidates).flatMap((candidate) => this.#beginOne(candidate));
    if (beginnings.length === 0) return undefined;
    const runs = beginnings.map(({ run }) => run);
    return {
      records: new Map(beginnings.map((one) => [one.run.state.messageId, recordOf(one)])),
      ...join(this.#heldUntilDone(beginnings), writesOfBatch(store, this.#options, runs, true)),
    };
  }

  /** The stage of a message, once, if it has begun so. */
  take(message: MessageKey): BegunStage | undefined {
    const key = keyText(message);
    const stage = this.#begun.get(key);
    this.#begun.delete(key);
    return stage;
  }

  #beginOne({ message, ...key }: Candidate): readonly Beginning[] {
    const { holders, known, withOptOuts, now } = this.#options;
    const account = known.get(key.accountId);
    if (account === undefined || message === undefined) return [];
    // Its list is looked up in its turn.
    if (withOptOuts.includes(message.stages[0]?.channel ?? '')) return [];
    const at = now();
    const run = createRun(cascadeOf(key, message, { at, ...account }));
    const held = holders.hold();
    const { holder } = held;
    const due = { kind: 'stage-due', ...key, position: 1, attemptId: newKeyedId(key), holder, at } as const;
    const { send } = beginStage(run, due, factsOfFirst(run, this.#options));
    if (send !== null) return [{ run, stage: { ...held, send } }];
    held.end();
    return [];
  }

  /** The stages are to be sent by those that hold them, if they have begun. */
  #heldUntilDone(beginnings: readonly Beginning[]): Enlisted {
    return {
      parts: [],
      committed: () => {
        for (const { run, stage } of beginnings) this.#begun.set(keyText(keyOf(run)), stage);
      },
      notCommitted: () => {
        for (const { run, stage } of beginnings) {
          stage.end();
          // What was known of the account may be outdated.
          this.#options.known.set(run.cascade.accountId, undefined);
        }
      },
    };
  }
}

/** The account has no templates, and its senders are activated, as far as this replica knows. */
function factsOfFirst(
  { cascade }: CascadeRun,
  options: Parameters<typeof factsWithoutTemplates>[1],
): FactBook {
  const [first] = cascade.state.plan;
  return factsWithoutTemplates(first === undefined ? [] : [{ cascade, stage: first }], options);
}

function keyOf({ cascade: { accountId }, state: { messageId } }: CascadeRun): MessageKey {
  return { accountId, messageId };
}

/**
 * A message that another one of the batch repeats may be a duplicate (ADR-0026): its stage begins in its
 * turn.
 */
function withoutRepeats(candidates: readonly Candidate[]): readonly Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ accountId, message }) => {
    const key = `${accountId} ${message?.fingerprint.toString('base64')}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** As it is read back once it is accepted. */
function cascadeOf(
  { accountId, messageId }: MessageKey,
  message: CheckedMessage,
  { at, reportedStatuses }: { readonly at: Date; readonly reportedStatuses: readonly string[] | null },
): LoadedCascade {
  const { stages, content, traceparent = null } = message;
  return {
    accountId,
    address: storable(message.address),
    addressType: storable(message.addressType),
    duplicate: false,
    reportedStatuses,
    content: membersOf(content),
    isHeavy: false,
    traceparent,
    acceptedAt: at,
    mayBeHeld: true,
    state: accepted(messageId, stages),
  };
}

/** What the stage was judged by, and what it costs; see `accept_batch`. */
function recordOf({ run: { cascade, state }, stage: { holder } }: Beginning): object {
  const [first] = state.plan;
  return {
    reportedStatuses: cascade.reportedStatuses,
    replica: holder.replica,
    channel: first?.channel,
    subject: first?.subject,
    price: cascade.state.reserved - state.reserved,
  };
}
