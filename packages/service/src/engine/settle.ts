import type { GatewayAttempt } from '../gateways/gateway.ts';
import type { Attempt } from './cascade-state.ts';
import { contentOf } from './content-of.ts';
import type { Course } from './courses.ts';
import type { EngineEvent, Settlement, StageJob } from './engine-event.ts';
import type { FactBook } from './load-facts.ts';
import { judgeStage } from './rules/judge-stage.ts';
import { attemptAt, isDue } from './transition.ts';

export interface SettleOptions {
  /** After so many seconds of not knowing what became of an attempt, it counts as undelivered. */
  readonly giveUpSeconds: number;
}

const nothing: Settlement = { send: null };

/** Lets an event happen to its message, and answers what is left to be done. */
export function settle(
  course: Course | undefined,
  event: EngineEvent,
  facts: FactBook,
  { giveUpSeconds }: SettleOptions,
): Settlement {
  if (course === undefined) return nothing;
  if (event.kind !== 'stage-due') {
    for (const happening of event.kind === 'news' ? event.reports : [event]) course.happen(happening);
    return nothing;
  }
  const begun = attemptAt(course.state, event.position);
  if (begun === undefined) begin(course, event, facts);
  else if (begun.status === 'ENQUEUED' && isOlder(begun, giveUpSeconds, event.at))
    giveUp(course, begun, event.at);
  return { send: toSend(course, event.position) };
}

function begin(course: Course, { position, attemptId, at }: StageJob, facts: FactBook): void {
  const { state, cascade } = course;
  const stage = state.plan[position - 1];
  if (stage === undefined || !isDue(state, position)) return;
  const verdict = judgeStage(facts.factsOf({ cascade, stage }));
  if (stage.channel === 'CHATTWO' && verdict.template !== null) facts.countTemplate(cascade.accountId);
  course.happen({ kind: 'stage-due', position, attemptId, verdict, at });
}

function isOlder({ startedAt }: Attempt, seconds: number, at: Date): boolean {
  return at.getTime() - startedAt.getTime() > seconds * 1000;
}

/** Nobody knows what became of it. The source has no reason for that; this one is the nearest (§7.4). */
function giveUp(course: Course, { id }: Attempt, at: Date): void {
  const reason = 'message-undeliverable';
  course.happen({ kind: 'report', attemptId: id, status: 'UNDELIVERED', reason, reference: null, at });
}

/** What was begun, and of which the gateway has not said a thing, goes to the gateway: now, or once more. */
function toSend({ cascade, state }: Course, position: number): GatewayAttempt | null {
  const attempt = attemptAt(state, position);
  const stage = state.plan[position - 1];
  if (attempt?.status !== 'ENQUEUED' || stage === undefined) return null;
  return {
    attemptId: attempt.id,
    channel: stage.channel,
    address: cascade.address,
    addressType: cascade.addressType,
    subject: stage.subject,
    content: contentOf(cascade.content, stage.channel),
    traceparent: cascade.traceparent,
  };
}
