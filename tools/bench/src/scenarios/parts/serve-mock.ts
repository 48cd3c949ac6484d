import { startMock } from '@cascade/mock';

/** A mock in a process of its own; sends its address. */
const { url } = await startMock({ port: 0 });
process.send?.(url);
process.on('disconnect', () => process.exit());
