import { reasons } from './generated/catalogue.ts';

/** A reason that this version of the contract lists (§7.4), in its first spelling. */
export type KnownUndeliveredReason = keyof typeof reasons;

/** Why a message was not delivered: the editor completes the listed reasons; any other is accepted. */
export type UndeliveredReason = KnownUndeliveredReason | (string & {});

/** The catalogue's entry of a reason. */
export interface ReasonFacts {
  /** Other spellings of the same reason. */
  readonly aliases: readonly string[];
  /** Channels that the source names; empty where it names none. */
  readonly channels: readonly string[];
  /** Whether the same message may get through. Ours, except where the source says *later*. */
  readonly retry: 'never' | 'later' | 'after-fix' | 'after-setup' | 'unknown';
}

const reasonOfAlias: ReadonlyMap<string, KnownUndeliveredReason> = new Map(
  undeliveredReasons().flatMap((reason) =>
    reasonFacts(reason).aliases.map((alias) => [alias, reason] as const),
  ),
);

/** All listed reasons, in the order of §7.4. */
export function undeliveredReasons(): KnownUndeliveredReason[] {
  return Object.keys(reasons).filter(isKnownUndeliveredReason);
}

/** Whether this version of the contract lists the reason, in this spelling. */
export function isKnownUndeliveredReason(reason: string): reason is KnownUndeliveredReason {
  return Object.hasOwn(reasons, reason);
}

/** The catalogue's entry of a listed reason. */
export function reasonFacts(reason: KnownUndeliveredReason): ReasonFacts {
  return reasons[reason];
}

/** The listed spelling of a reason (§7.4 has two of one); an unlisted reason is returned unchanged. */
export function canonicalReason(reason: string): UndeliveredReason {
  return isKnownUndeliveredReason(reason) ? reason : (reasonOfAlias.get(reason) ?? reason);
}
