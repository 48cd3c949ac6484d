import { demoSecret } from '../callback/signing-secret.ts';

/** The text of `--help`. */
export const usage = `cascade-mock: a mock provider that judges each request by the contract

Usage
  cascade-mock [options]
  cascade-mock replay <file> [options]   sends recorded requests; cascade-mock replay --help

Options
  --port <number>             port to listen on; 0 for a free one (default 4010)
  --host <address>            address to listen on (default 127.0.0.1)
  --provider <file.yaml>      accounts, keys and cascades (default: the samples, with the key demo-key)
  --callback-secret <secret>  signs callbacks; whsec_ and at least 24 bytes in base64
                              (default: the secrets of the provider file, or else
                              ${demoSecret}, which is public)
  --cors                      allow web pages of other origins (CORS)
  --quiet                     do not log requests
  --help                      show this help

Examples
  cascade-mock
  cascade-mock --port 0 --quiet
  cascade-mock --provider ./my-provider.yaml

  curl -i http://127.0.0.1:4010/api/cascade/get-all \\
    -H 'x-api-key: demo-key' -H 'content-type: application/json' -d '{}'
  curl -i http://127.0.0.1:4010/api/cascade/schedule \\
    -H 'x-api-key: demo-key' -H 'Prefer: code=503' -X POST

Exit codes
  0  stopped by Ctrl-C or SIGTERM
  1  could not start, for example because the port is in use or the provider file is invalid
  2  invalid command line
`;
