/** Where the operations of the description are. */
export const paths = {
  schedule: '/api/cascade/schedule',
  listCascades: '/api/cascade/get-all',
  setCallback: '/api/callback/set',
} as const;
