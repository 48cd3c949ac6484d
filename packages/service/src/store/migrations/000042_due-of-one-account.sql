-- runs: while serving

comment on column cascade.due.account_id is
  'The account of all events or messages of the parcel. Null in parcels of callbacks that version 0.1.0 wrote.';
