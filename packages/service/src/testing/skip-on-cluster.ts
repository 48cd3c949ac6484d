import { beforeEach } from 'vitest';
import { notOnACluster, testClusterUrl } from './not-on-a-cluster.ts';

/** For vitest's `setupFiles`: leaves out single tests while the others run on a cluster. */
beforeEach(({ task, skip }) => {
  const reason = notOnACluster[`${task.file.name} > ${task.fullTestName}`];
  if (testClusterUrl !== '' && reason !== undefined) skip(reason);
});
