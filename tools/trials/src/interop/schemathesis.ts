import { fileURLToPath } from 'node:url';
import { startMock } from '@cascade/mock';
import { startTemporaryService } from '@cascade/service/temporary';
import type { Check } from './check.ts';
import { absentTool, runOne } from './run-command.ts';

const version = '4.32.5';
/** `SCHEMATHESIS` names the program of a virtual environment. */
const program = process.env.SCHEMATHESIS ?? 'st';
const description = fileURLToPath(import.meta.resolve('@cascade/spec/generated/openapi.json'));
const config = fileURLToPath(import.meta.resolve('@cascade/spec/testers/schemathesis.toml'));
const accountsFile = fileURLToPath(import.meta.resolve('@cascade/service/demo/accounts.yaml'));

interface Provider {
  readonly url: string;
  close(): Promise<void>;
}

function schemathesisOn(name: string, start: () => Promise<Provider>): Check {
  return {
    name: `schemathesis, ${name}`,
    version,
    tries: `generates requests from the description, with the configuration that we ship, against the ${name}`,
    async absent() {
      const missing = await absentTool([[program, '--version']]);
      return missing && `${missing} (pip install schemathesis==${version})`;
    },
    async failures() {
      const provider = await start();
      try {
        const args = ['--config-file', config, 'run', description, '--url', provider.url, '--seed', '1'];
        const environment = { CASCADE_KEY: 'demo-key' };
        const { code, end } = await runOne([program, ...args], { cwd: '.', environment });
        return code === 0 ? [] : [end];
      } finally {
        await provider.close();
      }
    },
  };
}

/** Schemathesis with spec/testers/schemathesis.toml: absent from npm, so it must be installed. */
export const schemathesis: readonly Check[] = [
  schemathesisOn('mock', () => startMock({ port: 0, log: () => {} })),
  schemathesisOn('service', () => startTemporaryService({ accountsFile })),
];
