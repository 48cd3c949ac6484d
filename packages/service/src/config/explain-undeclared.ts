/** What is wrong with channels without a gateway, and what to write into the service file. */
export function explainUndeclared(undeclared: readonly string[]): string {
  const [example] = undeclared;
  return `expected a gateway for ${undeclared.join(', ')}, found none; messages would only be simulated. For each, write under gateways one of:
  ${example}: { kind: smpp, host: …, port: …, systemId: …, password: … }
  ${example}: { kind: http, url: … }
  ${example}: { kind: none }       # not served: stages end UNDELIVERED, and are not charged
  ${example}: { kind: simulator }  # simulated on purpose: nothing is sent
Or start with --development, which simulates every channel that has no gateway.`;
}
