import { expect, test } from 'vitest';
import { fitCost, fitCosts } from './plant.ts';

test('recovers a straight line, and its error', () => {
  const points = [1, 2, 8, 64, 256].map((x) => ({ x, y: 0.8 + 0.045 * x }));
  const { fixed, perMessage } = fitCost(points, () => 1, Number);
  expect(fixed).toBeCloseTo(0.8, 9);
  expect(perMessage).toBeCloseTo(0.045, 9);
});

test('fits no cost below zero, whatever was measured', () => {
  const falling = [1, 2, 3].map((x) => ({ x, y: 10 - 3 * x }));
  expect(fitCost(falling, () => 1, Number).perMessage).toBe(0);
  const tooSteep = [1, 2, 3].map((x) => ({ x, y: x ** 2 }));
  expect(fitCost(tooSteep, () => 1, Number).fixed).toBe(0);
});

test('attributes the cost to the messages if it cannot be split', () => {
  expect(fitCost([{ x: 1, y: 2 }], () => 1, Number)).toEqual({ fixed: 0, perMessage: 2 });
});

test('the model is close to the measurements', () => {
  const { fitErrors, intake, cascade } = fitCosts();
  expect(fitErrors.intakeNode).toBeLessThan(0.2);
  expect(fitErrors.intakePostgres).toBeLessThan(0.2);
  expect(fitErrors.cascadeNode).toBeLessThan(0.2);
  expect(fitErrors.cascadePostgres).toBeLessThan(0.2);
  // A whole cascade includes its intake.
  expect(cascade.node.fixed + cascade.node.perMessage).toBeGreaterThan(intake.node.fixed);
  expect(cascade.postgres.fixed + cascade.postgres.perMessage).toBeGreaterThan(intake.postgres.fixed);
});
