import { expect, test } from 'vitest';
import { listChannelProfiles, listTemplates } from './declared-senders.ts';

const stages = [
  { channel: 'SMS', subjectId: 1, subject: 'codes' },
  { channel: 'CHATTWO', subjectId: 2, subject: 'orders' },
  { channel: 'CHATONE', subjectId: 2, subject: 'orders' },
  { channel: 'SMS', subjectId: 1, subject: 'codes' },
  { channel: 'SMS', subjectId: 7, subject: 'codes' },
];
const profile = (type: string, subject: string, subjectId: number) => ({
  name: subject,
  type,
  subjectId,
  subject,
  active: true,
});

test('lists each signature that stages name once, by channel, signature and subject id', () => {
  expect(listChannelProfiles({ stages }, '')).toEqual([
    profile('CHATONE', 'orders', 2),
    profile('CHATTWO', 'orders', 2),
    profile('SMS', 'codes', 1),
    profile('SMS', 'codes', 7),
  ]);
});

test('only active senders have a subject id; declared signatures are listed, although no stage names them', () => {
  const senders = [
    { channel: 'SMS', subject: 'codes', activated: false },
    { channel: 'CHATTWO', subject: 'orders' },
    { channel: 'CHATTWO', subject: 'alerts' },
  ];
  expect(listChannelProfiles({ stages, senders }, '')).toEqual([
    { name: 'orders', type: 'CHATONE', subject: 'orders', active: false },
    { name: 'alerts', type: 'CHATTWO', subject: 'alerts', active: true },
    profile('CHATTWO', 'orders', 2),
    { name: 'codes', type: 'SMS', subject: 'codes', active: false },
  ]);
});

test.each([
  ['types=SMS', 2],
  ['types=SMS,CHATONE', 3],
  ['types=SMS%2CCHATONE', 3],
  ['types=SMS&types=CHATTWO', 3],
  ['types=', 4],
  ['types=FAX', 0],
  ['types=sms', 0],
  ['other=SMS', 4],
  ['types=%zz', 0],
])('the query %s leaves %i profiles', (query, left) => {
  expect(listChannelProfiles({ stages }, query)).toHaveLength(left);
});

test('a stage without a signature has no profile', () => {
  const bare = [null, ''].map((subject) => ({ channel: 'SMS', subjectId: null, subject }));
  expect(listChannelProfiles({ stages: bare }, '')).toEqual([]);
});

const templates = [
  { channel: 'SMS', name: 'code', text: 'Code {code}' },
  { channel: 'CHATTWO', name: 'b', text: 'B' },
  { channel: 'CHATTWO', name: 'a', text: 'A' },
];

test('lists the templates of the channels on which a sender is, by channel and name', () => {
  const template = (channelType: string, name: string, text: string) => ({
    name,
    channelType,
    type: 'OPERATOR',
    status: 'APPROVED',
    content: { text },
  });
  expect(listTemplates({ stages, templates }, { subjectId: 2 })).toEqual([
    template('CHATTWO', 'a', 'A'),
    template('CHATTWO', 'b', 'B'),
  ]);
  expect(listTemplates({ stages, templates }, { subjectId: 1 })).toEqual([
    template('SMS', 'code', 'Code {code}'),
  ]);
});

test.each([
  [{ subjectId: 2, matcherTypes: [] }, 2],
  [{ subjectId: 2, matcherTypes: ['USER', 'OPERATOR'] }, 2],
  [{ subjectId: 2, matcherTypes: ['USER'] }, 0],
  [{ subjectId: 9 }, 0],
])('%j finds %i templates', (request, count) => {
  expect(listTemplates({ stages, templates }, request)).toHaveLength(count);
});

test('an account without templates has none', () => {
  expect(listTemplates({ stages }, { subjectId: 2 })).toEqual([]);
});
