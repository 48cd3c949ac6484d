import { startMock } from '@cascade/mock';

const { url } = await startMock({ port: 0 });
process.send?.(url);
