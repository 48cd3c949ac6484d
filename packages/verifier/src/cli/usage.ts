/** What `--help` shows. */
export const usage = `cascade-verify: judges an implementation of the cascade API by its contract

Usage
  cascade-verify [--target URL] [--profile FILE] [options]
  cascade-verify receiver URL [--secret whsec_…] [options]
  cascade-verify init [FILE]

Options
  --target URL        base address; default: target of the profile
  --profile FILE      what is known of the provider; default: provider.yaml
  --phases LIST       of vectors, boundaries, order, text, properties, state, callback; default: all
  --scenarios LIST    ids of scenarios; default: all of the phases
  --seed NUMBER       repeat the generated cases of an earlier run
  --deep              many more generated cases
  --assumptions       ask for what the contract only assumes, too
  --timeout SECONDS   for one answer; default: 5
  --json FILE         write the whole report as JSON; - is the standard output
  --secret whsec_…    receiver: sign the callbacks
  --help

Exit codes
  0  conformant
  1  non-conformant: there are findings
  2  could not judge: wrong command line or profile, target not reachable

Examples
  cascade-verify init && cascade-verify --target http://127.0.0.1:4012
  cascade-verify --profile provider.yaml --phases vectors,text --json report.json
  cascade-verify receiver https://shop.example/callbacks --secret "$SECRET"
`;
