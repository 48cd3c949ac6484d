import { serve } from '@cascade/repository/test-kit';

/**
 * The floor: Node's HTTP server without anything of ours. It answers at once when the body has come, and
 * names no request: a client takes the id of another one for no acceptance.
 */
const accepted = '{}';
const headers = { 'content-type': 'application/json', 'content-length': accepted.length };

const { url } = await serve((request, response) => {
  request.resume().once('end', () => response.writeHead(200, headers).end(accepted));
});

process.send?.(url);
process.once('disconnect', () => process.exit());
