import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownMigrations, readMigrations } from '../store/read-migrations.ts';

/**
 * Writes the migrations of a made-up next version to a new folder: each status event gets a grade, in the
 * order in which a change of a large table has to go. Replicas of this version write rows meanwhile, and for
 * a day after.
 */
export async function nextVersion(): Promise<{ readonly folder: string; readonly first: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-next-'));
  await cp(ownMigrations, folder, { recursive: true });
  const first = ((await readMigrations(ownMigrations)).at(-1)?.number ?? 0) + 1;
  for (const [at, [name, sql]] of Object.entries(steps(first)).entries())
    await writeFile(join(folder, `${String(first + at).padStart(6, '0')}_${name}.sql`), sql);
  return { folder, first };
}

const steps = (first: number): Readonly<Record<string, string>> => ({
  'add-grades': `
alter table cascade.status_events add column grade integer;

-- Replicas of this version write rows without it.
create function cascade.fill_grade() returns trigger language plpgsql as $$
begin
  new.grade := length(new.status);
  return new;
end $$;
create trigger fill_grade before insert on cascade.status_events
for each row when (new.grade is null) execute function cascade.fill_grade();

alter table cascade.status_events add constraint has_grade check (grade is not null) not valid;

-- In windows of their messages, with a commit each.
create procedure cascade.fill_grades() language plpgsql as $$
declare
  last_done bigint := 0;
  next_done bigint;
  windows bigint := 0;
begin
  perform set_config('synchronous_commit', 'off', false);
  perform set_config('enable_seqscan', 'off', false);
  loop
    select max(upcoming.id) into next_done
    from (select id from cascade.messages where id > last_done order by id limit 1000) as upcoming;
    exit when next_done is null;
    update cascade.status_events event set grade = length(event.status)
    from cascade.messages message
    where message.id > last_done and message.id <= next_done
      and event.account_id = message.account_id and event.message_id = message.id and event.grade is null;
    commit;
    last_done := next_done;
    windows := windows + 1;
    if windows % 100 = 0 then
      raise notice 'the events of % messages have a grade', windows * 1000;
    end if;
  end loop;
end $$;`,
  'fill-grades': `-- runs: while serving, without transaction

call cascade.fill_grades();
alter table cascade.status_events validate constraint has_grade;
create unique index concurrently if not exists events_by_grade on cascade.status_events (account_id, grade, message_id, id);`,
  'require-grades': `-- runs: while serving, a day after migration ${first}

drop trigger fill_grade on cascade.status_events;
drop function cascade.fill_grade();
drop procedure cascade.fill_grades();
alter table cascade.status_events alter column grade set not null;
alter table cascade.status_events drop constraint has_grade;
alter table cascade.status_events add constraint events_by_grade_key unique using index events_by_grade;`,
});
