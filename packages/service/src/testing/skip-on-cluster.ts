import { beforeEach } from 'vitest';
import { notOnACluster } from './not-on-a-cluster.ts';

/** For vitest's `setupFiles` while tests run on a cluster. */
beforeEach(({ task, skip }) => {
  const reason = notOnACluster[`${task.file.name} > ${task.fullTestName}`];
  if (reason !== undefined) skip(reason);
});
