import { readContract } from '@cascade/contract';
import type { GeneratedFile } from '../generated-file.ts';
import { brunoCollection } from './bruno.ts';
import { collectionFolders } from './folders.ts';
import { httpFile } from './http-file.ts';
import { llmsText } from './llms-text.ts';
import { postmanCollection } from './postman.ts';
import { variables } from './saved-request.ts';

const root = 'spec/collections/generated';
const name = 'Cascade messaging';
const says = [
  'The operations of the contract, and for each problem code a request that provokes it and a neighbour that passes.',
  'The variables fit the mock: node packages/mock/src/cli.ts. Each send has a new request id.',
  'Generated from spec/ by `npm run generate`.',
].join('\n');

/** spec/collections/generated: the requests of the contract for Postman, Bruno and editors; and llms.txt. */
export function collections(): GeneratedFile[] {
  const folders = collectionFolders();
  const postman = postmanCollection(name, says, folders, variables);
  return [
    {
      path: `${root}/cascade.postman_collection.json`,
      text: `${JSON.stringify(postman, null, 2)}\n`,
    },
    { path: `${root}/cascade.http`, text: httpFile(says, folders, variables) },
    ...brunoCollection(`${root}/bruno`, { name, says }, folders, variables),
    { path: 'spec/generated/llms.txt', text: llmsText(readContract()) },
  ];
}
