import { readText, repositoryRoot } from '@cascade/contract';

/** A file of the contract that the portal offers as it is. */
export interface Download {
  /** Its name in the site. */
  readonly file: string;
  /** Its path in the repository. */
  readonly from: string;
  readonly says: string;
}

export const downloads: readonly Download[] = [
  { file: 'openapi.yaml', from: 'spec/generated/openapi.yaml', says: 'the API in OpenAPI 3.1' },
  {
    file: 'openapi-for-generators.yaml',
    from: 'spec/generated/openapi-for-generators.yaml',
    says: 'the same for code generators: more is valid, no conditions',
  },
  {
    file: 'openapi-3.0-for-generators.yaml',
    from: 'spec/generated/openapi-3.0-for-generators.yaml',
    says: 'the same in OpenAPI 3.0, for code generators',
  },
  { file: 'asyncapi.yaml', from: 'spec/generated/asyncapi.yaml', says: 'the callback in AsyncAPI 3.0' },
  {
    file: 'cascade.arazzo.yaml',
    from: 'spec/workflows/cascade.arazzo.yaml',
    says: 'journeys over several requests in Arazzo 1.0',
  },
  {
    file: 'receiver.yaml',
    from: 'spec/workflows/receiver.yaml',
    says: 'what these journeys ask a callback receiver',
  },
  {
    file: 'cascade.postman_collection.json',
    from: 'spec/collections/generated/cascade.postman_collection.json',
    says: 'a Postman collection, which Bruno and Insomnia import too; a folder for each problem code',
  },
  {
    file: 'cascade.http',
    from: 'spec/collections/generated/cascade.http',
    says: 'the same requests for the REST Client of an editor',
  },
  {
    file: 'vectors-requests.json',
    from: 'spec/vectors/generated/requests.json',
    says: 'test vectors for providers: requests with every permitted answer',
  },
  {
    file: 'vectors-violations.json',
    from: 'spec/vectors/generated/violations.json',
    says: 'test vectors: violation texts as data',
  },
  {
    file: 'vectors-callbacks.json',
    from: 'spec/vectors/generated/callbacks.json',
    says: 'test vectors for receivers: callbacks with valid and invalid signatures',
  },
  {
    file: 'vectors.schema.json',
    from: 'spec/vectors/vectors.schema.json',
    says: 'the JSON Schema of the vectors',
  },
  { file: 'llms.txt', from: 'spec/generated/llms.txt', says: 'the contract in short, for language models' },
];

/** The files as the site has them: all beside each other, so that references between them lead to their names. */
export function downloadFiles(): readonly (readonly [string, string])[] {
  return downloads.map(({ file, from }) => {
    const text = readText(repositoryRoot, from);
    return [
      file,
      text.replace('url: ../generated/', 'url: ').replace('"../vectors.schema', '"vectors.schema'),
    ];
  });
}
