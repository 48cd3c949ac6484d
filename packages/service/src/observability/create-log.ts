import { type Logger, pino } from 'pino';

/** Members that must never reach a log, at any level of the fields. */
const secretMembers = [
  'key',
  'x-api-key',
  'authorization',
  'secret',
  'secrets',
  'headers',
  'address',
  'text',
  'content',
  'body',
  'comment',
];

/** JSON lines on standard output, without keys, addresses and message texts. */
export function createLog(level: string): Logger {
  const paths = secretMembers.flatMap((name) => [`["${name}"]`, `*["${name}"]`]);
  return pino({ level, redact: { paths, censor: '[redacted]' } });
}
