import { compare } from '../test/support/differential.ts';
import { startService } from '../test/support/service.ts';
import { writeReport } from './report.ts';

/** Compares preflight with the running service, for more requests than a test has time for. */
const requests = 200_000;
const seed = 4_811_209;

const service = await startService();
try {
  const begin = performance.now();
  const { differences, verdicts } = await compare(service.url, requests, seed);
  writeReport('differential', {
    says: 'generated requests for which preflight and the service give title, status and detail; differences',
    requests,
    seed,
    differences: differences.length,
    firstDifferences: differences.slice(0, 3),
    seconds: Math.round((performance.now() - begin) / 1_000),
    verdicts,
  });
  process.exitCode = differences.length > 0 ? 1 : 0;
} finally {
  await service.stop();
}
