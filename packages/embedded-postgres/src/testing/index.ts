/** For tests in this repository that look behind a server, or end it as a power cut would. Not published. */
export { findBinaries } from '../binaries.ts';
export { connectionStringOf, retarget } from '../connection-string.ts';
export { isAlive } from '../is-alive.ts';
export { superuser } from '../make-cluster.ts';
export { createDatabase } from '../make-database.ts';
export { runProgram } from '../run-program.ts';
export { socketFolderOf } from '../socket-folder.ts';
export { copyDataFolder } from './copy-data-folder.ts';
export { killServer, serverPid, startHere, temporaryDataFolder } from './data-folder.ts';
export { killChild, startInChild } from './start-in-child.ts';
