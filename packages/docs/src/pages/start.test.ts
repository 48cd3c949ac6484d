import { expect, test } from 'vitest';
import { pageData } from '../console/page-data.ts';
import { readDescribed } from '../description/read-description.ts';
import { textOf } from '../tree/nodes.ts';
import { startPage } from './start.ts';

const { openapi, contract } = readDescribed();
const { nodes, text: markup } = startPage(contract, openapi).body;
const text = nodes.map(textOf).join('');
const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found);

test('one request id from the request in each language to answer and callback, of one cascade', () => {
  // Programs of two languages write the JSON in a text of their own, with its quotes escaped.
  const ids = all(/requestId\W{1,8}([0-9a-f-]{36})/g);
  expect(new Set(ids).size).toBe(1);
  expect(ids.length).toBeGreaterThanOrEqual(8);
  const cascades = all(/cascadeId\W{1,8}(\d+)/g);
  expect(new Set(cascades).size).toBe(1);
  expect(cascades.length).toBeGreaterThanOrEqual(7);
  // The id of the story stays as it is shown: the script gives a new one to what is copied alone.
  const [, story = ''] = /<div class="story">(.*?)<p>/s.exec(markup) ?? [];
  expect(story.match(/data-request-id/g)).toHaveLength(6);
});

test('the diagram has the stages of the cascade in the request, and the last one reports', () => {
  const [, id] = /cascadeId\W{1,8}(\d+)/.exec(text) ?? [];
  const stages = pageData(contract).cascades.find((cascade) => String(cascade.id) === id)?.stages ?? [];
  const channels = stages.map(({ channel }) => channel);
  expect(channels.length).toBeGreaterThan(1);
  const [, title = ''] = /The stages ([A-Z, ]+):/.exec(text) ?? [];
  expect(title).toBe(channels.join(', '));
  const drawn = all(/(CHATTWO|CHATONE|SMS)stage \d/g);
  expect(drawn).toEqual([...channels, ...channels]);
  expect(text).toContain(`"cascadeStageUUID": "${stages.at(-1)?.uuid}"`);
  expect(text).toContain(`"channelType": "${channels.at(-1)}"`);
});
