import { processorSeconds } from '../processor-time.ts';
import { forkModule } from './forked.ts';
import { loadByHttp } from './http-turn.ts';
import type { Part, Turn } from './part.ts';
import { startPrism, whyNoPrism } from './prism-program.ts';

export const serveMock = new URL('serve-mock.ts', import.meta.url);

export const mock: Part = {
  name: 'mock',
  says: 'answers scheduling requests over 16 connections; ours also judges them by the rules, and remembers them',
  peer: "Prism's command, with the same description and without a log",
  figures: {
    rate: { says: 'requests', unit: 'a second', better: 'higher' },
    processor: { says: 'processor time of a request', unit: 'µs', better: 'lower' },
  },
  async prepare({ seconds }) {
    const absent = await whyNoPrism();
    if (absent !== undefined) return { absent };
    const ours = await forkModule<string>(serveMock);
    const prism = await startPrism();
    const measure =
      (url: string, pid: number): Turn =>
      async () => {
        const before = processorSeconds(pid);
        const load = await loadByHttp({ url, key: 'demo-key', connections: 16, seconds: seconds(2) });
        const processor = ((processorSeconds(pid) - before) / load.calls) * 1e6;
        return { rate: load.perSecond, processor };
      };
    return {
      ours: measure(ours.message, ours.pid),
      peer: measure(prism.url, prism.pid),
      async close() {
        await Promise.all([ours.close(), prism.close()]);
      },
    };
  },
};
