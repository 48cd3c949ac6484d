import { demoSecret } from '../callback/signing-secret.ts';

/** What `--help` shows. */
export const usage = `cascade-mock: a mock provider that gives the right answer for the request at hand

Usage
  cascade-mock [options]

Options
  --port <number>             port to listen on; 0 takes a free one (default 4010)
  --host <address>            address to listen on (default 127.0.0.1)
  --provider <file.yaml>      accounts, keys and cascades (default: the sample, with the key demo-key)
  --callback-secret <secret>  signs callbacks; whsec_ and base64
                              (default ${demoSecret})
  --cors                      let web pages of other origins use the mock
  --quiet                     no log of requests
  --help                      this text

Examples
  cascade-mock
  cascade-mock --port 0 --quiet
  cascade-mock --provider ./my-provider.yaml

  curl -i http://127.0.0.1:4010/api/cascade/get-all \\
    -H 'x-api-key: demo-key' -H 'content-type: application/json' -d '{}'
  curl -i http://127.0.0.1:4010/api/cascade/schedule \\
    -H 'x-api-key: demo-key' -H 'Prefer: code=503' -X POST

Exit codes
  0  stopped, by Ctrl-C for instance
  1  could not start: the port is taken, or the provider file cannot be used
  2  the command line is wrong
`;
