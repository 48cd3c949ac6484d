-- runs: while serving, a day after migration 35

-- The versions before kept two further addresses of a registration, to which nothing was sent (ADR-0014).
alter table cascade.callbacks drop column in_message_url, drop column message_matcher_url;
