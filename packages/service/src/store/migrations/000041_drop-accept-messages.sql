-- runs: while serving, a day after migration 40

-- Version 0.1.0 called the function and read the column, which only messages of older versions needed.
drop function if exists cascade.accept_messages(
  bigint[], boolean, bigint[], bigint[], uuid[], bytea[], bigint[], text[], bigint[], text[], text[], text[],
  timestamptz[], json, jsonb, text[]
);
alter table cascade.messages drop column if exists in_request_ids;
