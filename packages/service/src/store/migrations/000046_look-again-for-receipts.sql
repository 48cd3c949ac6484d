-- runs: while serving

delete from cascade.sweeps where name = 'unreported';

comment on table cascade.sweeps is
  'How far upkeep has come that walks over messages in the order of their time. Without a row, it begins 400 days ago.';
