import { expect, test } from 'vitest';
import type { Catalogue } from './catalogue.ts';
import { compareCatalogues } from './compare-catalogues.ts';

const others = { problems: {}, reasons: {}, limits: {}, clauses: {} };

function compareDecisions(before: Catalogue['decisions'], now: Catalogue['decisions']) {
  return compareCatalogues({ ...others, decisions: before }, { ...others, decisions: now });
}

const decision = (title: string, choice: string, status = 'accepted') => ({ title, status, choice });
const lists = decision('Listing cascades', 'Each stage holds the next one.');
const registers = decision('Callback registration', 'The URL answers 200 to HEAD first.');

test('a changed choice gives the old and the new sentence', () => {
  const now = { ...lists, choice: 'Each stage holds the next one, order counts from 0.' };
  expect(compareDecisions({ 'ADR-0013': lists }, { 'ADR-0013': now })).toEqual([
    {
      impact: 'major',
      kind: 'changed',
      subject: 'decision',
      at: 'ADR-0013',
      says: 'was “Each stage holds the next one.”, and now is “Each stage holds the next one, order counts from 0.”',
      values: {
        of: 'choice',
        before: 'Each stage holds the next one.',
        after: 'Each stage holds the next one, order counts from 0.',
      },
    },
  ]);
});

test('a decision with another number is found by its choice, or by its title', () => {
  const before = { 'ADR-0013': lists, 'ADR-0014': registers };
  const now = {
    'ADR-0013': decision('New', 'New.'),
    'ADR-0014': lists,
    'ADR-0015': { ...registers, choice: 'No HEAD.' },
  };
  expect(compareDecisions(before, now).map(({ at, impact, says }) => `${impact} ${at}: ${says}`)).toEqual([
    'patch ADR-0014: was ADR-0013; the choice is the same',
    'major ADR-0015: was “The URL answers 200 to HEAD first.”, and now is “No HEAD.” (ADR-0014 before)',
    'minor ADR-0013: is new: “New.”',
  ]);
});

test('a superseded decision and a decision that is gone give the sentence that held', () => {
  const now = { 'ADR-0013': { ...lists, status: 'superseded by ADR-0014' } };
  expect(compareDecisions({ 'ADR-0013': lists }, now).map(({ says }) => says)).toEqual([
    'was “Each stage holds the next one.”, and now is superseded by ADR-0014',
  ]);
  expect(compareDecisions({ 'ADR-0013': lists }, {}).map(({ says }) => says)).toEqual([
    'was “Each stage holds the next one.”, and is gone',
  ]);
});
