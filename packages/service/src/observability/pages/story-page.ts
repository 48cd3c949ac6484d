import { pickKept } from '../../intake/kept-fields.ts';
import type { Story } from '../../story/story.ts';
import { nameOf, timelineOf } from '../../story/timeline.ts';
import { documentOf, type Html, html, table, time } from './html.ts';

/** The stories of an id as a page. */
export function storyPage(id: string, stories: readonly Story[]): string {
  const content =
    stories.length === 0
      ? html`<p>There is no message ${id}. It may be past its retention.</p>`
      : html`${stories.map(storyOf)}`;
  return documentOf('Message', html`<p><a href="/">Overview</a></p>${content}`, id);
}

function storyOf(story: Story): Html {
  const { money } = story;
  return html`<h2>${story.requestId}</h2>
<dl>
<dt>account</dt><dd>${story.account}</dd>
<dt>message id</dt><dd>${story.messageId}</dd>
<dt>cascade</dt><dd>${story.cascadeId}</dd>
${Object.entries(pickKept(story)).map(([name, value]) => html`<dt>${name}</dt><dd>${String(value)}</dd>`)}
<dt>state</dt><dd>${story.state}${story.duplicate && ', a duplicate'}</dd>
<dt>accepted</dt><dd>${time(story.acceptedAt)}</dd>
<dt>to start</dt><dd>${story.startAt === null ? 'at once' : time(story.startAt)}</dd>
<dt>ended</dt><dd>${time(story.endedAt)}</dd>
<dt>money</dt><dd>${money.accepted} reserved; of these ${money.spent} spent, ${money.released} released, ${money.stillReserved} still reserved</dd>
</dl>
<h2>Stages</h2>
${table(
  ['stage', 'channel', 'sender', 'price', 'status', 'reason', 'started', 'ended', 'id of the gateway'],
  story.stages.map(({ position, channel, subject, price, attempt }) =>
    attempt === null
      ? [position, channel, subject, price, 'not started', null, null, null, null]
      : [
          ...[position, channel, subject, price, attempt.status, attempt.reason],
          ...[time(attempt.startedAt), time(attempt.endedAt), attempt.reference],
        ],
  ),
  'The message has no stages.',
)}
<h2>Events</h2>
${table(
  ['at', 'stage', 'status', 'reason', 'callback', 'tries', 'last', 'webhook-id'],
  story.events.map((event) => [
    ...[time(event.at), event.position, event.status, event.reason, nameOf(event.callback)],
    ...[event.tries.length, event.tries.at(-1)?.result ?? event.lastResult, event.id],
  ]),
  'Nothing was reported.',
)}
<h2>Timeline</h2>
${table(
  ['at', 'what'],
  timelineOf(story).map(({ at, what }) => [time(at), html`<span class="long">${what}</span>`]),
  '',
)}`;
}
