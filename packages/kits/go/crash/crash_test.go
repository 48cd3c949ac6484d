// Package crash kills a receiver 100 times by SIGKILL while it handles events: none is lost, and none is handled twice but
// what was under way. It has a module of its own, so that the kit depends on no driver:
//
//	go -C crash test .
//	CASCADE_POSTGRES=postgres://… go -C crash test .
package crash

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	cascade "cascade.example/kit"
	_ "github.com/jackc/pgx/v5/stdlib"
	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	_ "modernc.org/sqlite"
)

const (
	kills    = 100
	atOnce   = 4
	claimFor = 100 * time.Millisecond
	secret   = "whsec_a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s="
)

var points = []string{"before the claim", "after the claim", "in the handler", "after the handler", "after the commit"}

func open(t *testing.T, folder string) *sql.DB {
	driver, source := "sqlite", "file:"+filepath.Join(folder, "ids.sqlite")+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(wal)"
	if url := os.Getenv("CASCADE_POSTGRES"); url != "" {
		driver, source = "pgx", url
	}
	db, err := sql.Open(driver, source)
	if err == nil {
		_, err = db.Exec(cascade.SQLTable)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// dying has ids whose process dies at a point of the event with the id `last`.
type dying struct {
	cascade.IDs
	point, last string
}

func (d dying) reach(point, id string) {
	if point == d.point && id == d.last {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {} // until the signal arrives
	}
}

func (d dying) Claim(ctx context.Context, id, owner string, expires time.Duration) (cascade.Claim, error) {
	d.reach("before the claim", id)
	claim, err := d.IDs.Claim(ctx, id, owner, expires)
	d.reach("after the claim", id)
	return claim, err
}

func (d dying) Commit(ctx context.Context, id, owner string) error {
	d.reach("after the handler", id)
	err := d.IDs.Commit(ctx, id, owner)
	d.reach("after the commit", id)
	return err
}

func TestReceiverThatIsKilled(t *testing.T) {
	folder := os.Getenv("CRASH_FOLDER")
	if folder == "" {
		t.Skip("it is the process that is killed")
	}
	handled, err := os.OpenFile(filepath.Join(folder, "handled"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	ids := dying{cascade.SQLIDs{DB: open(t, folder)}, os.Getenv("CRASH_POINT"), os.Getenv("CRASH_LAST")}
	receiver, err := cascade.NewReceiver([]string{secret}, func(_ context.Context, event cascade.StatusEvent) error {
		_, err := fmt.Fprintln(handled, event.RequestID)
		ids.reach("in the handler", event.RequestID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	receiver.IDs, receiver.ClaimFor = ids, claimFor
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("http://" + listener.Addr().String())
	t.Fatal(http.Serve(listener, receiver))
}

// start runs a receiver in another process, and returns its address and how to wait for its end.
func start(t *testing.T, folder, point, last string) (url string, process *exec.Cmd) {
	process = exec.Command(os.Args[0], "-test.run=^TestReceiverThatIsKilled$")
	process.Env = append(os.Environ(), "CRASH_FOLDER="+folder, "CRASH_POINT="+point, "CRASH_LAST="+last)
	out, err := process.StdoutPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { process.Process.Kill() })
	url, err = bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(url), process
}

// post sends an event once, and returns the status, or 0 without an answer.
func post(t *testing.T, url, id string) int {
	signer, err := webhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	now, body := time.Now(), []byte(`{"requestId":"`+id+`","status":"SENT"}`)
	signature, err := signer.Sign(id, now, body)
	request, wrong := http.NewRequest("POST", url, bytes.NewReader(body))
	if err = cmp.Or(err, wrong); err != nil {
		t.Fatal(err)
	}
	request.Header = http.Header{"Webhook-Id": {id}, "Webhook-Timestamp": {fmt.Sprint(now.Unix())}, "Webhook-Signature": {signature}}
	response, err := (&http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
	if err != nil {
		return 0
	}
	response.Body.Close()
	return response.StatusCode
}

// postAll sends events, a few at once, and returns those that were answered 200.
func postAll(t *testing.T, url string, ids []string) map[string]bool {
	taken, mutex, all := map[string]bool{}, sync.Mutex{}, sync.WaitGroup{}
	for sender := range atOnce {
		all.Go(func() {
			for place := sender; place < len(ids); place += atOnce {
				status := post(t, url, ids[place])
				mutex.Lock()
				taken[ids[place]] = status == 200
				mutex.Unlock()
			}
		})
	}
	all.Wait()
	return taken
}

func TestNothingIsLostAndNothingIsHandledTwiceButWhatWasUnderWay(t *testing.T) {
	folder := t.TempDir()
	db := open(t, folder)
	events, answered, underWay := []string{}, map[string]bool{}, map[string]bool{}
	for kill := range kills {
		// The provider sends what has no answer, the oldest first, and then new events.
		open := slices.DeleteFunc(slices.Clone(events), func(id string) bool { return answered[id] })
		for len(open) < 2*atOnce {
			id := fmt.Sprintf("event-%d-%d", os.Getpid(), len(events))
			events, open = append(events, id), append(open, id)
		}
		url, process := start(t, folder, points[kill%len(points)], open[len(open)/2])
		for id, isTaken := range postAll(t, url, open) {
			answered[id] = isTaken
		}
		process.Process.Kill() // also if it did not reach the point, since a claim of the dead was held
		process.Wait()
		for _, id := range open {
			underWay[id] = underWay[id] || !committed(t, db, id)
		}
		time.Sleep(claimFor) // the claims of the dead expire
	}
	url, _ := start(t, folder, "", "")
	for _, id := range events {
		if status := post(t, url, id); status != 200 {
			t.Errorf("%s: expected 200 in the end, got %d", id, status)
		}
	}
	report(t, folder, events, underWay)
}

func report(t *testing.T, folder string, events []string, underWay map[string]bool) {
	text, err := os.ReadFile(filepath.Join(folder, "handled"))
	if err != nil {
		t.Fatal(err)
	}
	times, lost, twice := map[string]int{}, 0, 0
	for _, id := range strings.Fields(string(text)) {
		times[id]++
	}
	for _, id := range events {
		if times[id] == 0 {
			lost++
		} else if times[id] > 1 {
			twice++
			if !underWay[id] {
				t.Errorf("%s was handled %d times though it was not under way", id, times[id])
			}
		}
	}
	if lost > 0 {
		t.Errorf("%d events are lost", lost)
	}
	t.Logf("%d kills, %d events: %d lost, %d handled twice, all of them under way at a kill", kills, len(events), lost, twice)
}

func committed(t *testing.T, db *sql.DB, id string) bool {
	var handled int
	err := db.QueryRow(`select count(*) from cascade_callbacks where id = $1 and handled = 1`, id).Scan(&handled)
	if err != nil {
		t.Fatal(err)
	}
	return handled == 1
}

// The laws of a store, in the database as well.
func TestAClaimExpiresIsCommittedAndReleased(t *testing.T) {
	ctx, db := context.Background(), open(t, t.TempDir())
	ids, id := cascade.SQLIDs{DB: db}, fmt.Sprintf("law-%d", os.Getpid())
	claim := func(owner string, expires time.Duration, wanted cascade.Claim) {
		t.Helper()
		if got, err := ids.Claim(ctx, id, owner, expires); got != wanted || err != nil {
			t.Errorf("%s: expected %v, got %v, %v", owner, wanted, got, err)
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	claim("one", 0, cascade.New)
	claim("two", time.Hour, cascade.New)
	must(ids.Release(ctx, id, "one")) // of another owner by now
	claim("three", time.Hour, cascade.Busy)
	must(ids.Release(ctx, id, "two"))
	claim("four", time.Hour, cascade.New)
	must(ids.Commit(ctx, id, "one")) // it is handled, though the claim had expired
	must(ids.Release(ctx, id, "four"))
	claim("five", time.Hour, cascade.Seen)
	must(ids.Prune(ctx))
	claim("six", time.Hour, cascade.Seen)
	_, err := db.Exec(`update cascade_callbacks set until = 0 where id = $1`, id)
	must(err)
	must(ids.Prune(ctx))
	claim("seven", time.Hour, cascade.New)
}
