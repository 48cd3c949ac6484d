/** For tests in this repository that look behind a server, or end it as a power cut would. Not published. */
export { findBinaries } from '../binaries.ts';
export { isAlive } from '../data-folder.ts';
export { createDatabase, superuser } from '../make-cluster.ts';
export { runProgram } from '../programs.ts';
export { connectionStringOf, retarget, socketFolderOf } from '../socket-folder.ts';
export { copyDataFolder } from './copy-data-folder.ts';
export { killServer, serverPid, startHere, temporaryDataFolder } from './data-folder.ts';
export { killChild, startInChild } from './start-in-child.ts';
