import type { JobResult } from '../jobs/run-queue.ts';
import type { StageData } from './stage-jobs.ts';

/** The part of a job that its handler reads. */
export interface StageJob {
  readonly id: string;
  readonly data: StageData;
}

/** Heavy messages of one batch that are in memory at once; a slow gateway blocks those behind them. */
const heavyAtOnce = 4;

/** Runs the light jobs of a batch all at once, the heavy ones four at a time. */
export async function runBatch(
  batch: readonly StageJob[],
  run: (job: StageJob) => Promise<JobResult>,
): Promise<readonly JobResult[]> {
  const light = batch.filter((job) => !isHeavy(job));
  const heavy = batch.filter(isHeavy);
  const lanes = Array.from({ length: heavyAtOnce }, (_, lane) =>
    heavy.filter((_, index) => index % heavyAtOnce === lane),
  );
  const results = await Promise.all([
    ...lanes.map((lane) => oneByOne(lane, run)),
    ...light.map(async (job) => [await run(job)]),
  ]);
  return results.flat();
}

function isHeavy({ data }: StageJob): boolean {
  return data.isHeavy === true;
}

async function oneByOne(
  jobs: readonly StageJob[],
  run: (job: StageJob) => Promise<JobResult>,
): Promise<readonly JobResult[]> {
  const results: JobResult[] = [];
  for (const job of jobs) results.push(await run(job));
  return results;
}
