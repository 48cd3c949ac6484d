/** Run before the package of spec/ is packed. */
import { writeReleaseFiles } from './release-files.ts';

writeReleaseFiles();
