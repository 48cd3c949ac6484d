import { expect, test } from 'vitest';
import { readDescribed } from '../description/read-description.ts';
import { changedIn } from './changed-in.ts';
import { historyPages } from './history-pages.ts';
import { readHistory } from './read-history.ts';
import { tellChanges } from './told-changes.ts';

test('operations and fields say in which versions they changed, and where the changelog says how', async () => {
  const described = readDescribed();
  const history = await readHistory();
  const changed = changedIn(tellChanges(history, described));
  expect(changed.get('SchedulingRequest.comment')).toEqual([
    { version: '0.2.0', href: '/changelog.html#v0.2.0-SchedulingRequest.comment', isBreaking: true },
  ]);
  expect(changed.get('MessageHistoryRequest.dateTo')?.[0]).toEqual({
    version: history.planned,
    href: '/changelog.html#unreleased-MessageHistoryRequest.dateTo',
    isBreaking: false,
  });
  expect(changed.get('scheduleMessage')?.map(({ version }) => version)).toContain('0.2.0');
  expect(changed.get('SchedulingRequest.subscriberFilter')).toBeUndefined();
  const text = historyPages(history, described)[0]?.body.text ?? '';
  const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `/changelog.html#${id}`));
  for (const { href } of [...changed.values()].flat()) expect(ids).toContain(href);
}, 60_000);
