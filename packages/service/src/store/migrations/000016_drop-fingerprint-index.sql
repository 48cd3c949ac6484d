-- runs: while serving, without transaction

drop index concurrently if exists cascade.messages_account_id_fingerprint_accepted_at_idx;
