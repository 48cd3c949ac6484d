import type { DeclaredSettings } from '../../../generated/declared-accounts.ts';
import { sql, t } from '../../../store/tables.ts';
import type { StoredSettings } from '../../account-settings.ts';
import { defineSection } from '../section.ts';

interface SettingsRow {
  readonly settings: StoredSettings;
  readonly templateMessagesPerDay: number | null;
}

/** Switches and limits (ADR-0027, ADR-0030). An account without any has no row here. */
export const settings = defineSection<SettingsRow>({
  what: 'settings',
  declared({ settings }) {
    const row = toRow(settings);
    const isEmpty = Object.keys(row.settings).length === 0 && row.templateMessagesPerDay === null;
    return isEmpty ? [] : [row];
  },
  stored: sql`select id as "accountId", settings, template_messages_per_day as "templateMessagesPerDay"
    from ${t.accounts}
    where id = any($1::bigint[]) and (settings <> '{}' or template_messages_per_day is not null)`,
  identity: () => 'the only ones',
  label: describe,
  remove: (client, accountId) =>
    client.query(
      sql`update ${t.accounts} set settings = '{}', template_messages_per_day = null where id = $1`,
      [accountId],
    ),
  put: (client, accountId, [row]) =>
    client.query(sql`update ${t.accounts} set settings = $2, template_messages_per_day = $3 where id = $1`, [
      accountId,
      JSON.stringify(row?.settings),
      row?.templateMessagesPerDay,
    ]),
});

function toRow({ limits, ...rest }: DeclaredSettings = {}): SettingsRow {
  const { templateMessagesPerDay = null, ...kept } = limits ?? {};
  const hasLimits = Object.keys(kept).length > 0;
  return {
    settings: { ...rest, ...(hasLimits && { limits: kept }) },
    templateMessagesPerDay,
  };
}

function describe({ settings, templateMessagesPerDay }: SettingsRow): string {
  const { lenient = {}, limits = {}, callbacks: { statuses } = {} } = settings;
  const switches = Object.entries(lenient).map(([name, isOn]) => (isOn ? name : `no ${name}`));
  const values = Object.entries(limits).map(([name, value]) => `${name} ${value}`);
  const daily = templateMessagesPerDay === null ? [] : [`templateMessagesPerDay ${templateMessagesPerDay}`];
  const told = statuses === undefined ? [] : [`callbacks ${['UNDELIVERED', ...statuses].join(' ')}`];
  return [...switches, ...values, ...daily, ...told].join(', ');
}
