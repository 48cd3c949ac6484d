/**
 * SQL: the registration of an account that gets the events of a sender, which is -1 for none: that of the sender, else that
 * of the account (ADR-0014). At most one row. The arguments are SQL expressions.
 */
export function receiverOf(accountId: string, sender: string): string {
  return `(
    select registration.* from cascade.callbacks registration
    where registration.account_id = ${accountId}
      and (registration.subject_id is null or registration.subject_id = ${sender})
    order by registration.subject_id nulls last
    limit 1
  )`;
}
