import { noReceiver } from '../callbacks/outcome.ts';
import type { Story, StoryEvent, StoryStage } from './story.ts';

/** A line of a timeline. */
export interface Moment {
  readonly at: Date;
  readonly what: string;
}

/** What happened to a message, in the order of time. */
export function timelineOf(story: Story): readonly Moment[] {
  const { money } = story;
  const accepted = {
    at: story.acceptedAt,
    what: `accepted for ${story.account}${story.duplicate ? ', a duplicate' : ''}; ${money.accepted} reserved`,
  };
  const moments: Moment[] = [
    ...story.stages.flatMap(ofStage),
    ...story.events.flatMap((event) => ofEvent(event, story.stages)),
  ];
  if (story.endedAt !== null)
    moments.push({ at: story.endedAt, what: `ended; ${money.spent} spent, ${money.released} released` });
  // What has the same time stays in the order of this list. The first stage may begin in the statement that
  // accepts the message.
  return [accepted, ...moments.sort((one, other) => one.at.getTime() - other.at.getTime())];
}

function ofStage({ position, channel, attempt }: StoryStage): readonly Moment[] {
  if (attempt === null) return [];
  const reference = attempt.reference === null ? '' : `; the gateway calls it ${attempt.reference}`;
  return [
    {
      at: attempt.startedAt,
      what: `stage ${position} (${channel}) starts: attempt ${attempt.id}${reference}`,
    },
  ];
}

function ofEvent(event: StoryEvent, stages: readonly StoryStage[]): readonly Moment[] {
  const { id, at, position, status, reason, callback, tries } = event;
  const stage = stages.find((one) => one.position === position);
  const where = stage === undefined ? '' : `stage ${position} (${stage.channel}): `;
  return [
    {
      at,
      what: `${where}${status}${reason === null ? '' : `, ${reason}`}; event ${id}, callback ${callbackStateName(callback)}`,
    },
    ...tries.map((one) => ({
      at: one.at,
      what:
        one.result === 'resent'
          ? `callback of ${status} is asked for again`
          : `callback of ${status}: ${one.result} after ${one.tookMs} ms`,
    })),
  ];
}

/** The state of a callback, in the words of operators. */
export function callbackStateName(callback: string): string {
  if (callback === noReceiver) return 'not sent: no receiver';
  return callback === 'given-up' ? 'undelivered' : callback;
}
