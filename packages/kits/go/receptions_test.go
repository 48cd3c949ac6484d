package cascade_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	cascade "cascade.example/kit"
)

type reception struct {
	Says     string
	Secrets  []string
	Now      int64
	Starts   bool
	Handler  []string
	Store    string
	Longest  int64
	Requests []received
	Handled  int
	Event    map[string]any
}

type received struct {
	Method     string
	Headers    map[string]string
	BodyBase64 []byte
	Meanwhile  bool
	Answer     int
}

func handled(context.Context, cascade.StatusEvent) error { return nil }

// failing has ids of which one function fails.
type failing struct {
	cascade.IDs
	name string
}

var errAway = errors.New("the store is away")

func (f failing) Claim(ctx context.Context, id, owner string, expires time.Duration) (cascade.Claim, error) {
	if f.name == "claim" {
		return cascade.New, errAway
	}
	return f.IDs.Claim(ctx, id, owner, expires)
}

func (f failing) Commit(ctx context.Context, id, owner string) error {
	if f.name == "commit" {
		return errAway
	}
	return f.IDs.Commit(ctx, id, owner)
}

func (f failing) Release(ctx context.Context, id, owner string) error {
	if f.name == "release" {
		return errAway
	}
	return f.IDs.Release(ctx, id, owner)
}

// send returns the status, or 500 if the handler panicked: a server ends the connection then.
func send(receiver http.Handler, r received) (status int) {
	request := httptest.NewRequest(r.Method, "/status", bytes.NewReader(r.BodyBase64))
	for name, values := range headersOf(r.Headers) {
		request.Header[name] = values
	}
	answer := httptest.NewRecorder()
	defer func() {
		if recover() != nil {
			status = 500
		}
	}()
	receiver.ServeHTTP(answer, request)
	return answer.Code
}

// seen has the fields of an event by the names of the wire.
func seen(e cascade.StatusEvent) map[string]any {
	number := func(value *int64) any {
		if value == nil {
			return nil
		}
		return float64(*value)
	}
	fields := map[string]any{"cascadeId": number(e.CascadeID), "messageId": number(e.MessageID), "subjectId": number(e.SubjectID)}
	for name, value := range map[string]string{
		"requestId": e.RequestID, "status": e.Status, "reason": string(e.Reason()), "statusAt": e.StatusAt,
		"channelType": e.ChannelType, "cascadeStageUUID": e.StageUUID, "subject": e.Subject, "comment": e.Comment,
	} {
		if fields[name] = any(value); value == "" {
			fields[name] = nil
		}
	}
	return fields
}

func TestReceptions(t *testing.T) {
	for _, row := range read[reception](t, "receptions.json") {
		t.Run(row.Says, func(t *testing.T) {
			if !row.Starts {
				if _, err := cascade.NewReceiver(row.Secrets, handled); err == nil || !strings.HasPrefix(err.Error(), "secrets") {
					t.Errorf("expected it not to start, got %v", err)
				}
				return
			}
			at(t, row.Now, func(t *testing.T) { receive(t, row) })
		})
	}
}

func receive(t *testing.T, row reception) {
	events, waits, goesOn := []cascade.StatusEvent{}, make(chan bool, 1), make(chan bool)
	receiver, err := cascade.NewReceiver(row.Secrets, func(_ context.Context, event cascade.StatusEvent) error {
		run := "returns"
		if events = append(events, event); len(events) <= len(row.Handler) {
			run = row.Handler[len(events)-1]
		}
		if strings.HasPrefix(run, "waits") {
			waits <- true
			<-goesOn
		}
		if run == "panics" {
			panic("assignment to entry in nil map")
		}
		if strings.HasSuffix(run, "fails") {
			return errors.New("the disk is full")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	receiver.Log, receiver.LongestBody = slog.New(slog.DiscardHandler), row.Longest
	receiver.IDs = failing{&cascade.RecentIDs{}, row.Store}
	answers, first := make([]int, len(row.Requests)), make(chan int)
	waiting := -1
	goOn := func() {
		if waiting >= 0 {
			goesOn <- true
			answers[waiting], waiting = <-first, -1
		}
	}
	for number, request := range row.Requests {
		if number+1 < len(row.Requests) && row.Requests[number+1].Meanwhile && !request.Meanwhile {
			go func() { first <- send(receiver, request) }()
			<-waits
			waiting = number
			continue
		}
		if !request.Meanwhile {
			goOn()
		}
		answers[number] = send(receiver, request)
	}
	goOn()
	for number, request := range row.Requests {
		if answers[number] != request.Answer {
			t.Errorf("request %d: expected %d, got %d", number, request.Answer, answers[number])
		}
	}
	if len(events) != row.Handled {
		t.Errorf("expected the handler to run %d times, got %d", row.Handled, len(events))
	}
	if row.Event != nil && len(events) > 0 {
		if got := seen(events[0]); !reflect.DeepEqual(got, row.Event) {
			t.Errorf("expected %v, got %v", row.Event, got)
		}
		if !bytes.Equal(events[0].Raw, row.Requests[0].BodyBase64) {
			t.Errorf("expected the bytes, got %s", events[0].Raw)
		}
	}
}

func TestTheHandlerHasTheContextOfItsRequest(t *testing.T) {
	row := read[reception](t, "receptions.json")[0]
	type key struct{}
	at(t, row.Now, func(t *testing.T) {
		var got any
		receiver, err := cascade.NewReceiver(row.Secrets, func(ctx context.Context, _ cascade.StatusEvent) error {
			got = ctx.Value(key{})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		send(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			receiver.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, "trace")))
		}), row.Requests[0])
		if got != "trace" {
			t.Errorf("expected the context, got %v", got)
		}
	})
}

func TestTheLogSaysWhyACallbackIsRefused(t *testing.T) {
	var said bytes.Buffer
	receiver, err := cascade.NewReceiver([]string{strings.Repeat("a", 32)}, handled)
	if err != nil {
		t.Fatal(err)
	}
	receiver.Log = slog.New(slog.NewTextHandler(&said, nil))
	if got := send(receiver, received{Method: "POST", BodyBase64: []byte("{}")}); got != 401 || !strings.Contains(said.String(), "missing required headers") {
		t.Errorf("expected 401 and why, got %d and %s", got, said.String())
	}
}

func TestAReceiverThatNewReceiverDidNotMakeRefusesAll(t *testing.T) {
	receiver := &cascade.Receiver{Log: slog.New(slog.DiscardHandler)}
	if got := send(receiver, read[reception](t, "receptions.json")[0].Requests[0]); got != 401 {
		t.Errorf("expected 401, got %d", got)
	}
}

func TestAClaimExpires(t *testing.T) {
	ctx := context.Background()
	at(t, 1_769_771_275, func(t *testing.T) {
		ids := &cascade.RecentIDs{}
		claim := func(owner string, wanted cascade.Claim) {
			t.Helper()
			if got, err := ids.Claim(ctx, "a", owner, time.Minute); got != wanted || err != nil {
				t.Errorf("%s: expected %v, got %v, %v", owner, wanted, got, err)
			}
		}
		claim("one", cascade.New)
		time.Sleep(time.Minute)
		claim("two", cascade.New)
		ids.Release(ctx, "a", "one") // of another owner by now
		claim("three", cascade.Busy)
		ids.Commit(ctx, "a", "one") // it is handled, though the claim had expired
		ids.Release(ctx, "a", "two")
		claim("four", cascade.Seen)
	})
}

func TestTheLatestIDsAreKept(t *testing.T) {
	ctx, ids := context.Background(), &cascade.RecentIDs{Most: 2}
	for _, id := range strings.Split("abcde", "") {
		ids.Claim(ctx, id, "one", time.Minute)
	}
	for id, wanted := range map[string]cascade.Claim{"e": cascade.Busy, "d": cascade.Busy, "c": cascade.Busy, "a": cascade.New} {
		if got, _ := ids.Claim(ctx, id, "two", time.Minute); got != wanted {
			t.Errorf("%s: expected %v, got %v", id, wanted, got)
		}
	}
}
