/** Where the operations of the description are. */
export const paths = {
  schedule: '/api/cascade/schedule',
  listCascades: '/api/cascade/get-all',
  listMessages: '/api/messages/history',
  setCallback: '/api/callback/set',
} as const;
