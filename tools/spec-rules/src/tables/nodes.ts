/**
 * Objects of OpenAPI that need provenance, by Redocly's names of their types; schemas have rules of their
 * own.
 */
export const openapiNodes = [
  'Info',
  'Operation',
  'Parameter',
  'Header',
  'RequestBody',
  'Response',
  'SecurityScheme',
  'Example',
];

/** The same for AsyncAPI. */
export const asyncapiNodes = ['Info', 'Channel', 'Operation', 'Message'];
