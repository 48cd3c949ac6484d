import type { GatewayAttempt } from '../gateways/gateway.ts';
import { membersOf } from '../json-object.ts';
import type { CascadeRun } from './cascade-run.ts';
import type { Attempt } from './cascade-state.ts';
import { contentOf } from './content-of.ts';
import type { Applied, EngineEvent, StageDue } from './events.ts';
import type { FactBook } from './load-facts.ts';
import { judgeStage } from './rules/judge-stage.ts';
import { attemptAt, isDue } from './transition.ts';

export interface GiveUpOptions {
  /** Seconds after which an attempt of unknown outcome counts as undelivered. */
  readonly giveUpSeconds: number;
}

const nothing: Applied = { send: null };

/** Applies an event to its message. Without a message there is nothing to do. */
export function applyEvent(
  run: CascadeRun | undefined,
  event: EngineEvent,
  facts: FactBook,
  { giveUpSeconds }: GiveUpOptions,
): Applied {
  if (run === undefined) return nothing;
  switch (event.kind) {
    case 'timer':
      run.apply(event);
      return nothing;
    case 'reports':
      for (const report of event.reports) run.apply(report);
      return nothing;
    case 'stage-due':
      applyStageDue(run, event, facts, giveUpSeconds);
      return { send: attemptToSend(run, event.position) };
  }
}

/** A job may run again: then the stage has started before, and may have to be given up. */
function applyStageDue(run: CascadeRun, event: StageDue, facts: FactBook, giveUpSeconds: number): void {
  const attempt = attemptAt(run.state, event.position);
  if (attempt === undefined) startStage(run, event, facts);
  else if (attempt.status === 'ENQUEUED' && isOlder(attempt, giveUpSeconds, event.at))
    giveUp(run, attempt, event.at);
}

function startStage(run: CascadeRun, event: StageDue, facts: FactBook): void {
  const { state, cascade } = run;
  const stage = state.plan[event.position - 1];
  if (stage === undefined || !isDue(state, event.position)) return;
  const verdict = judgeStage(facts.factsOf({ cascade, stage }));
  if (stage.channel === 'CHATTWO' && verdict.template !== null) facts.countTemplate(cascade.accountId);
  run.apply({ ...event, verdict });
}

function isOlder({ startedAt }: Attempt, seconds: number, at: Date): boolean {
  return at.getTime() - startedAt.getTime() > seconds * 1000;
}

/** The outcome is unknown: the reason without a cause (ADR-0039). */
function giveUp(run: CascadeRun, { id }: Attempt, at: Date): void {
  const reason = 'message-undeliverable';
  run.apply({ kind: 'report', attemptId: id, status: 'UNDELIVERED', reason, reference: null, at });
}

/** The attempt at this position, while the gateway has not reported on it. */
function attemptToSend({ cascade, state }: CascadeRun, position: number): GatewayAttempt | null {
  const attempt = attemptAt(state, position);
  const stage = state.plan[position - 1];
  if (attempt?.status !== 'ENQUEUED' || stage === undefined) return null;
  return {
    attemptId: attempt.id,
    channel: stage.channel,
    address: cascade.address,
    addressType: cascade.addressType,
    subject: stage.subject,
    content: membersOf(contentOf(cascade.content, stage.channel)),
    traceparent: cascade.traceparent,
  };
}
