import { fileURLToPath } from 'node:url';
import { startMock } from '@cascade/mock';
import { startTestService } from '@cascade/service/testing';

/** Mock and service with the accounts of the samples, both without messages and registrations. */
export interface Providers {
  readonly mock: string;
  readonly service: string;
  close(): Promise<void>;
}

const accounts = fileURLToPath(import.meta.resolve('@cascade/spec/samples/provider.yaml'));

export async function startProviders(): Promise<Providers> {
  const service = await startTestService({ accounts });
  const mock = await startMock({ port: 0, provider: accounts });
  return {
    mock: mock.url,
    service: service.url,
    close: async () => {
      await mock.close();
      await service.close();
    },
  };
}
