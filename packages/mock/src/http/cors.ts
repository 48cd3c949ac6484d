import type { Mock, MockAnswer } from '../mock.ts';

const shared = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'allow, preference-applied, retry-after, www-authenticate',
};

/** The same mock for web pages of every origin; answers the preflight requests of browsers. */
export function withCors(mock: Mock): Mock {
  return {
    ...mock,
    async answer(request) {
      const asked = request.headers['access-control-request-method'];
      if (request.method === 'OPTIONS' && asked !== undefined)
        return allow(asked, request.headers['access-control-request-headers']);
      const answer = await mock.answer(request);
      return { ...answer, headers: { ...answer.headers, ...shared } };
    },
  };
}

function allow(method: string, headers = ''): MockAnswer {
  return {
    status: 204,
    headers: { ...shared, 'access-control-allow-methods': method, 'access-control-allow-headers': headers },
    body: '',
  };
}
