import { apiKey } from '../accounts-file.ts';
import { processorSeconds, treeSeconds } from '../processor-time.ts';
import type { Received } from '../report-receiver.ts';
import { startFastReceiver, startRunningService } from '../running-service.ts';
import { startLoad } from '../start-load.ts';
import { type Forked, forkModule } from './forked.ts';
import type { Part, Turn } from './part.ts';

const floor = new URL('../end-to-end/floor.ts', import.meta.url);
const patienceMs = 120_000;

/** A part that takes a number of cascades from the request to the last callback, as fast as it can. */
function endToEndPart(name: string, statuses: readonly string[], cascades: number): Part {
  return {
    name,
    says: `${cascades} cascades over 128 connections, from the first request to the last callback; each has ${statuses.length} of them. The rate is that of the first 95 of 100`,
    peer: 'the same HTTP server, callback sender, load and receiver with nothing kept in between',
    figures: {
      rate: { says: 'cascades', unit: 'a second', better: 'higher' },
      last: { says: 'until the last has ended', unit: 's', better: 'lower' },
      processor: { says: "Node's processor time of a cascade", unit: 'µs', better: 'lower' },
      all: { says: "processor time of a cascade, PostgreSQL's included", unit: 'µs', better: 'lower' },
    },
    async prepare({ times }) {
      const count = times(cascades);
      const ours = await startRunningService(statuses);
      const receiver = await startFastReceiver();
      const without = await forkModule<string>(floor, [receiver.message, statuses.join(',')]);
      return {
        ours: measure({ url: ours.url, pid: ours.service.pid, receiver: ours.receiver, count }),
        peer: measure({ url: without.message, pid: without.pid, receiver, count }),
        async close() {
          await without.close();
          await receiver.close();
          await ours.close();
        },
      };
    },
  };
}

interface Side {
  readonly url: string;
  readonly pid: number;
  readonly receiver: Forked<string>;
  readonly count: number;
}

function measure({ url, pid, receiver, count }: Side): Turn {
  const most = Math.floor(count * 0.95);
  return async () => {
    const [processor, all, begin] = [processorSeconds(pid), treeSeconds(pid), performance.now()];
    const load = startLoad({ urls: [url], keys: [apiKey], rate: count, seconds: 1 });
    try {
      const times = await untilEnded(receiver, [most, count]);
      const [mostSeconds = Number.NaN, last = Number.NaN] = times.map((time) => (time - begin) / 1_000);
      return {
        rate: most / mostSeconds,
        last,
        processor: ((processorSeconds(pid) - processor) / count) * 1e6,
        all: ((treeSeconds(pid) - all) / count) * 1e6,
      };
    } finally {
      load.kill();
    }
  };
}

/** The times at which as many cascades had been reported DELIVERED; the numbers rise. */
function untilEnded(receiver: Forked<string>, counts: readonly number[]): Promise<readonly number[]> {
  let ended = 0;
  const times: number[] = [];
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      receiver.process.off('message', note);
    };
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`${ended} of ${counts.at(-1)} cascades have ended after ${patienceMs / 1_000} s`));
    }, patienceMs);
    const note = (got: Received) => {
      ended += got.ended;
      while (times.length < counts.length && ended >= (counts[times.length] ?? 0))
        times.push(performance.now());
      if (times.length < counts.length) return;
      stop();
      resolve(times);
    };
    receiver.process.on('message', note);
  });
}

export const endToEnd = endToEndPart('end-to-end', ['ENQUEUED', 'SENT', 'DELIVERED'], 3_000);
export const endToEndDelivered = endToEndPart('end-to-end-delivered', ['DELIVERED'], 3_000);
