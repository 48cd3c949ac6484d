/** What `--help` shows. */
export const usage = `cascade-verify: judges an implementation of the cascade API by its contract

Usage
  cascade-verify [--target URL] [--profile FILE] [options]
  cascade-verify receiver URL [--secret whsec_…] [options]
  cascade-verify client [options] -- PROGRAM [ARGUMENT…]
  cascade-verify gateway URL [--authorization TEXT] [--receipts HOST:PORT --secret whsec_…]
  cascade-verify history [URL…] [--profile FILE] [--for 10s] [--seed NUMBER] [--svg FILE]
  cascade-verify report [FILE] [--html FILE] [--badge FILE] [--shields FILE] [--junit FILE] [--sarif FILE]
  cascade-verify replay ID [--report FILE] [--profile FILE]
  cascade-verify init [FILE] [--target URL --key KEY [--cascade ID=SMS,…] [--address TEXT]]

Options
  --target URL        base address; default: target of the profile
  --profile FILE      profile of the provider; default: profile.yaml
  --phases LIST       of vectors, boundaries, order, text, properties, state, callback, description; default: all
  --scenarios LIST    ids of scenarios; default: all of the phases
  --seed NUMBER       repeat the generated cases of an earlier run
  --deep              many more generated cases
  --fast              for every push: fewer generated cases
  --assumptions       check assumed behaviour as well
  --timeout SECONDS   for one answer; default: 5
  --grace SECONDS     for a provider that no longer answers to answer again; default: 10
  --no-setup-check    judge even if the profile does not seem to fit the provider
  --secret whsec_…    receiver: sign the callbacks
  --help

init writes a profile: with --target and --key what the provider accepts, else the template. It never asks.
  --key KEY             a valid key; each content is tried with a message
  --cascade ID=SMS,…    a cascade and the channels of its stages, for a provider that does not list its own; repeatable
  --address TEXT        where the messages go; default: +12025550199

client starts a program that schedules one message at CASCADE_URL, with CASCADE_API_KEY and the cascade CASCADE_ID (SMS).
It ends with 0 if the message is scheduled; with 1 if it is refused, after printing the problem code; else with 2.
  --wait SECONDS        for the program to end; default: 30

gateway judges an HTTP gateway of the service (ADR-0040). Its messages are real: choose an address of yours.
  --authorization TEXT  header that the gateway expects; a wrong one must be refused
  --receipts HOST:PORT  listen there for receipts: point the gateway to it; without it receipts are not judged
  --secret whsec_…      secret of the receipts
  --address TEXT        default: +12025550199
  --channel TEXT        default: SMS
  --wait SECONDS        for a receipt; default: 30

history sends overlapping requests, and looks for an order of them that explains all answers about ids and money.
It spends the account of keys.small. Several URLs are replicas of one provider.
  --for TIME          10s, 5m or 2h; default: 10s
  --svg FILE          the timeline of the smallest part without an explanation

Reports (FILE may be - for the standard output)
  --json FILE         the whole report
  --junit FILE        a case for each scenario; inconclusive ones are skipped
  --sarif FILE        SARIF 2.1.0: a rule for each clause, a result for each finding
  --html FILE         one page, with the coverage ledger
  --badge FILE        SVG with the verdict and the number of clauses
  --shields FILE      the same as JSON for an endpoint badge of Shields
  --docs URL          base address of a portal (cascade-docs): clauses link to it; default: no links

report makes these forms from the JSON of an earlier run (default: report.json); it ends with 0 once they are written

replay repeats the scenario of one finding and prints FIXED, FAILED or ERROR
  --report FILE       the report that --json wrote; default: report.json

Exit codes
  0  conformant                              replay: FIXED
  1  non-conformant: there are findings,     replay: FAILED
     or the provider stopped answering (what was not judged by then says so)
  2  could not judge: wrong command line     replay: ERROR
     or profile, a profile that does not fit the provider, no money, target not reachable,
     or interrupted (the report then is partial and says so)

Examples
  cascade-verify init --target http://127.0.0.1:4012 --key demo-key && cascade-verify
  cascade-verify --profile profile.yaml --json report.json --html report.html
  cascade-verify replay 3f2a9c01be --report report.json
  cascade-verify receiver https://shop.example/callbacks --secret "$SECRET"
  cascade-verify client -- node send.js
  cascade-verify gateway http://127.0.0.1:8080/send --authorization 'Bearer for-trials' \\
    --receipts 127.0.0.1:4099 --secret "$RECEIPT_SECRET"
`;
