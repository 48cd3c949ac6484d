import { compareLenient, lenientJudges, serviceAt } from '../test/support/lenient-differential.ts';
import { startService } from '../test/support/service.ts';
import { writeReport } from './report.ts';

/**
 * Compares mock, preflight and the rules of the service on requests in older forms (ADR-0027), all switches
 * on; a part of them goes to a running service as well.
 */
const requests = 100_000;
const requestsOverHttp = 2_000;
const seed = 20_261_122;

const begin = performance.now();
const inProcess = await compareLenient(await lenientJudges(), requests, seed);
const secondsSince = (start: number) => Math.round((performance.now() - start) / 1_000);
const seconds = secondsSince(begin);

const service = await startService();
try {
  const start = performance.now();
  const judges = { 'service over HTTP': serviceAt(service.url), ...(await lenientJudges()) };
  const overHttp = await compareLenient(judges, requestsOverHttp, seed + requests);
  const summary = ({ differences, verdicts }: typeof overHttp) => ({
    differences: differences.length,
    firstDifferences: differences.slice(0, 3),
    verdicts,
  });
  writeReport('lenient-differential', {
    says: 'generated requests, half in older forms, a quarter of them broken, a quarter strict, for which mock, preflight and the rules of the service give title, status and detail; differences',
    seed,
    inProcess: { requests, seconds, ...summary(inProcess) },
    overHttp: { requests: requestsOverHttp, seconds: secondsSince(start), ...summary(overHttp) },
  });
  process.exitCode = inProcess.differences.length + overHttp.differences.length > 0 ? 1 : 0;
} finally {
  await service.stop();
}
