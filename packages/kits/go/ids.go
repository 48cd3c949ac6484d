package cascade

import (
	"cmp"
	"context"
	"database/sql"
	"sync"
	"time"
)

// Claim says what is known of the id of a callback.
type Claim int

// New: handle it. Seen: it is handled. Busy: another claim is handling it.
const (
	New Claim = iota
	Seen
	Busy
)

// kept is longer than a provider repeats an event, which is a day (ADR-0018).
const kept = 48 * time.Hour

// IDs remembers ids of callbacks. An id counts once its event is handled: it is claimed before, and committed after.
type IDs interface {
	// Claim: of many at once, one is New, and the others are Busy. It expires, since its process may die.
	Claim(ctx context.Context, id, owner string, expires time.Duration) (Claim, error)
	// Commit: the event is handled, also if the claim has expired. From now on the id is Seen.
	Commit(ctx context.Context, id, owner string) error
	// Release: the event is not handled. It does nothing if the claim is that of another owner by now.
	Release(ctx context.Context, id, owner string) error
}

// RecentIDs holds the latest ids in the memory of one process, twice Most at most; 50,000 if absent.
type RecentIDs struct {
	Most          int
	mutex         sync.Mutex
	young, former map[string]held
}

// held is a claim, or without an owner an event that is handled.
type held struct {
	owner string
	until time.Time
}

// Claim implements IDs.
func (r *RecentIDs) Claim(_ context.Context, id, owner string, expires time.Duration) (Claim, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if known := r.find(id); known.until.After(time.Now()) {
		if known.owner == "" {
			return Seen, nil
		}
		return Busy, nil
	}
	r.put(id, held{owner, time.Now().Add(expires)})
	return New, nil
}

// Commit implements IDs.
func (r *RecentIDs) Commit(_ context.Context, id, _ string) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.put(id, held{"", time.Now().Add(kept)})
	return nil
}

// Release implements IDs.
func (r *RecentIDs) Release(_ context.Context, id, owner string) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.find(id).owner == owner {
		delete(r.young, id)
		delete(r.former, id)
	}
	return nil
}

func (r *RecentIDs) find(id string) held {
	if known, ok := r.young[id]; ok {
		return known
	}
	return r.former[id]
}

func (r *RecentIDs) put(id string, one held) {
	if r.young == nil || len(r.young) >= cmp.Or(r.Most, 50_000) {
		r.young, r.former = map[string]held{}, r.young
	}
	r.young[id] = one
}

// SQLIDs keeps ids in a table that all replicas of a receiver share, of PostgreSQL or SQLite, by any driver that knows $1.
type SQLIDs struct{ DB *sql.DB }

// SQLTable is the table of SQLIDs, for your migrations.
const SQLTable = `create table if not exists cascade_callbacks (
	id varchar(255) primary key,
	owner varchar(36) not null,
	until bigint not null, -- milliseconds since 1970
	handled integer not null
)`

// Claim implements IDs. It is one statement, so that of several at once one succeeds.
func (s SQLIDs) Claim(ctx context.Context, id, owner string, expires time.Duration) (Claim, error) {
	now := time.Now()
	isNew, err := s.changes(ctx, `insert into cascade_callbacks (id, owner, until, handled) values ($1, $2, $3, 0)
		on conflict (id) do update set owner = excluded.owner, until = excluded.until
		where cascade_callbacks.handled = 0 and cascade_callbacks.until <= $4`,
		id, owner, now.Add(expires).UnixMilli(), now.UnixMilli())
	if isNew || err != nil {
		return New, err
	}
	var handled int
	err = s.DB.QueryRowContext(ctx, `select handled from cascade_callbacks where id = $1`, id).Scan(&handled)
	if err == sql.ErrNoRows || handled == 0 { // released meanwhile, or claimed
		return Busy, nil
	}
	return Seen, err
}

// Commit implements IDs.
func (s SQLIDs) Commit(ctx context.Context, id, owner string) error {
	_, err := s.changes(ctx, `insert into cascade_callbacks (id, owner, until, handled) values ($1, $2, $3, 1)
		on conflict (id) do update set handled = 1`, id, owner, time.Now().UnixMilli())
	return err
}

// Release implements IDs.
func (s SQLIDs) Release(ctx context.Context, id, owner string) error {
	_, err := s.changes(ctx, `delete from cascade_callbacks where id = $1 and owner = $2 and handled = 0`, id, owner)
	return err
}

// Prune deletes the ids that no provider repeats any more; call it now and then, for example every hour.
func (s SQLIDs) Prune(ctx context.Context) error {
	_, err := s.changes(ctx, `delete from cascade_callbacks where until < $1`, time.Now().Add(-kept).UnixMilli())
	return err
}

func (s SQLIDs) changes(ctx context.Context, statement string, values ...any) (bool, error) {
	result, err := s.DB.ExecContext(ctx, statement, values...)
	if err != nil {
		return false, err
	}
	count, err := result.RowsAffected()
	return count == 1, err
}
