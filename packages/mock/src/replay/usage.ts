/** The text of `cascade-mock replay --help`. */
export const replayUsage = `cascade-mock replay: sends recorded requests to a provider, and shows what becomes of them

Usage
  cascade-mock replay <file> [options]

Options
  --target <url>   where to send them (default http://127.0.0.1:4010, the mock)
  --against <url>  sends them there too, and shows how the answers differ
  --fresh-ids      gives each request a new requestId, for ids that were used before
  --json           prints the result as JSON
  --help           show this help

File
  a JSON array, {"requests": [...]}, one JSON object a line (NDJSON), or a HAR file of a browser or a proxy;
  a request has name, method, path, headers, body and expected (a status; any 2xx if absent)

Environment
  CASCADE_API_KEY  replaces the x-api-key of each request; keys are never printed

Examples
  cascade-mock replay requests.json
  cascade-mock replay requests.json --target http://127.0.0.1:4012 --fresh-ids
  cascade-mock replay session.har --target http://127.0.0.1:4012 --against http://127.0.0.1:4010

Exit codes
  0  each request has the expected answer, without differences
  1  an answer is not the expected one, or the two targets differ
  2  invalid command line or file, or a target that does not answer
`;
