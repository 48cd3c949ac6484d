/** Objects of OpenAPI that say where they come from, by Redocly's names; schemas are judged apart. */
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
