import type { Case } from '../scenario/build-case.ts';
import { inParallel } from './in-parallel.ts';
import { type PhaseContext, unlessOut } from './phase-context.ts';

/** Phases of single requests: each scenario is sent once and judged (§7, §8). */
export async function runCases(context: PhaseContext): Promise<void> {
  await inParallel(context.scenarios, 8, (scenario) =>
    unlessOut(context, scenario, (trial) => trial.judge(trial.build())),
  );
}

/**
 * What follows from the description alone: its requests are sent, then every answer and callback of the run
 * is judged.
 */
export async function runDescription(context: PhaseContext): Promise<void> {
  const { scenarios, profile, recorder, shapes, inbox } = context;
  const requests = scenarios.filter(({ given }) => given.procedure === undefined);
  const address = profile.callback?.publicUrl ?? inbox?.url;
  await inParallel(requests, 8, (scenario) =>
    unlessOut(context, scenario, (trial) => trial.judge(withAddress(trial.build(), address))),
  );
  for (const scenario of scenarios)
    if (scenario.given.procedure !== undefined)
      for (const attempt of shapes.attemptsAt(scenario)) recorder.record(attempt);
}

/**
 * Where an example has an address for callbacks, a receiver must answer there. A registration for one sender
 * outlives the run and wins over that of the next run (ADR-0014): it is for a sender that no provider has.
 */
function withAddress(built: Case, address: string | undefined): Case {
  if (built.scenario.when.raw === undefined || address === undefined) return built;
  const body = built.request.body.replaceAll(/"https?:\/\/[^"]*"/g, JSON.stringify(address));
  if (body === built.request.body) return built;
  const ofNoSender = body.replace(/"subjectId":[1-9]\d{0,3}\b/, `"subjectId":${unknownSender}`);
  return { ...built, request: { ...built.request, body: ofNoSender } };
}

const unknownSender = 2_147_483_646;
