package cascade_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	cascade "cascade.example/kit"
)

type call struct {
	Says      string
	RequestID string
	KeepsUsed bool
	Most      int
	Attempts  []met
	Outcome   string
}

type met struct {
	Answer *struct {
		Status                         int
		Type, Encoding, Location, Body string
	}
	Breaks          string
	Refuses, Silent bool
}

var message = cascade.Message{
	CascadeID:        2002,
	SubscriberFilter: cascade.SubscriberFilter{Address: "+12025550100", Type: "PHONE"},
	Content:          map[string]any{"smsContent": map[string]any{"contentType": "TEXT", "text": "Code 4821"}},
}

// provider does to each attempt what it is told, byte by byte.
type provider struct {
	address  string
	attempts atomic.Int32
	listener net.Listener
}

func newProvider(t *testing.T) *provider {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &provider{address: free.Addr().String()}
	free.Close()
	t.Cleanup(p.close)
	return p
}

// meets tells what the next attempt meets.
func (p *provider) meets(t *testing.T, m met) {
	p.close()
	if m.Refuses {
		return
	}
	listener, err := net.Listen("tcp", p.address)
	if err != nil {
		t.Error(err)
		return
	}
	p.listener = listener
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go p.answer(connection, m)
		}
	}()
}

func (p *provider) close() {
	if p.listener != nil {
		p.listener.Close()
	}
}

func (p *provider) answer(connection net.Conn, m met) {
	defer connection.Close()
	request, err := http.ReadRequest(bufio.NewReader(connection))
	if err != nil {
		return
	}
	var body struct{ RequestID string }
	if json.NewDecoder(request.Body).Decode(&body) != nil {
		return
	}
	p.attempts.Add(1)
	if m.Silent {
		io.Copy(io.Discard, connection) // until the client closes
		return
	}
	head, text := responseOf(m, body.RequestID)
	sent := head + text
	switch m.Breaks {
	case "before the answer":
		sent = ""
	case "in its head":
		sent = head[:len(head)-9]
	case "in its body":
		sent = sent[:len(sent)-5]
	}
	io.WriteString(connection, sent)
}

func responseOf(m met, id string) (head, body string) {
	if m.Answer == nil {
		return strings.Repeat(" ", 20), strings.Repeat(" ", 20)
	}
	body = strings.NewReplacer("{{requestId}}", id, "{{REQUESTID}}", strings.ToUpper(id)).Replace(m.Answer.Body)
	lines := []string{fmt.Sprintf("HTTP/1.1 %d X", m.Answer.Status), "connection: close"}
	if m.Answer.Status != 204 && m.Answer.Status != 304 {
		lines = append(lines, fmt.Sprintf("content-length: %d", len(body)))
	}
	for name, value := range map[string]string{"content-type": m.Answer.Type, "content-encoding": m.Answer.Encoding, "location": m.Answer.Location} {
		if value != "" {
			lines = append(lines, name+": "+value)
		}
	}
	return strings.Join(append(lines, "", ""), "\r\n"), body
}

// inTurn is a transport before whose requests the provider is told what the next one meets.
type inTurn struct {
	http.RoundTripper
	before func()
}

func (i inTurn) RoundTrip(request *http.Request) (*http.Response, error) {
	i.before()
	return i.RoundTripper.RoundTrip(request)
}

func TestCalls(t *testing.T) {
	for _, row := range read[call](t, "calls.json") {
		t.Run(row.Says, func(t *testing.T) {
			t.Parallel()
			judge(t, row)
		})
	}
}

func judge(t *testing.T, row call) {
	p, made := newProvider(t), 0
	client := &cascade.Client{BaseURL: "http://" + p.address, APIKey: "k", Attempts: row.Most, UsedIDMeansAccepted: row.KeepsUsed}
	// Only an attempt that has no answer may run out of time; the time of an attempt is read before it is sent.
	limit := func(attempt int) {
		if client.Timeout = time.Minute; attempt < len(row.Attempts) && row.Attempts[attempt].Silent {
			client.Timeout = 500 * time.Millisecond
		}
	}
	limit(0)
	client.HTTP = &http.Client{Transport: inTurn{&http.Transport{DisableKeepAlives: true}, func() {
		next := met{Refuses: true}
		if made < len(row.Attempts) {
			next = row.Attempts[made]
		}
		p.meets(t, next)
		made++
		limit(made)
	}}}
	sent := message
	if row.RequestID == "caller" {
		sent.RequestID = "0b1d6c3e-5f5a-4f0e-9a55-000000000001"
	}
	_, err := client.Schedule(context.Background(), sent)
	var unknown *cascade.UnknownOutcome
	got := "scheduled"
	if errors.As(err, &unknown) {
		got = "unknown"
	} else if err != nil {
		got = "not-scheduled"
	}
	if got != row.Outcome {
		t.Errorf("expected %s, got %v", row.Outcome, err)
	}
	if made != len(row.Attempts) {
		t.Errorf("expected %d attempts, got %d", len(row.Attempts), made)
	}
	if err != nil {
		if says := strings.Contains(err.Error(), "it may be scheduled"); says != (got == "unknown") {
			t.Errorf("expected it to say what is known: %v", err)
		}
		if !strings.Contains(err.Error(), "request ") {
			t.Errorf("expected the request id: %v", err)
		}
	}
}

// serve runs a provider that always does the same, and a client of it.
func serve(t *testing.T, handler http.HandlerFunc) (*cascade.Client, *atomic.Int32) {
	attempts := &atomic.Int32{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		attempts.Add(1)
		handler(w, r)
	}))
	t.Cleanup(server.Close)
	return &cascade.Client{BaseURL: server.URL, APIKey: "k"}, attempts
}

func answering(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func TestWhatIsNeverSentIsNotUnknown(t *testing.T) {
	client, attempts := serve(t, answering(200, "{}"))
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	over, end := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer end()
	odd := message
	odd.Content = map[string]any{"smsContent": func() {}}
	for says, try := range map[string]func() error{
		"no scheme": func() error {
			return errOf((&cascade.Client{BaseURL: "127.0.0.1:1", APIKey: "k"}).Schedule(context.Background(), message))
		},
		"credentials": func() error {
			return errOf((&cascade.Client{BaseURL: "http://a:secret@b", APIKey: "k"}).Schedule(context.Background(), message))
		},
		"a line end": func() error {
			return errOf((&cascade.Client{BaseURL: client.BaseURL, APIKey: "k\n"}).Schedule(context.Background(), message))
		},
		"no key": func() error {
			return errOf((&cascade.Client{BaseURL: client.BaseURL}).Schedule(context.Background(), message))
		},
		"cancelled before":  func() error { return errOf(client.Schedule(cancelled, message)) },
		"a deadline before": func() error { return errOf(client.Schedule(over, message)) },
		"not JSON":          func() error { return errOf(client.Schedule(context.Background(), odd)) },
	} {
		err := try()
		var notSent *cascade.NotSent
		if !errors.As(err, &notSent) || strings.Contains(err.Error(), "may be scheduled") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: expected it to be said that nothing was sent, got %v", says, err)
		}
		if is := errors.Is(err, context.Canceled); is != (says == "cancelled before") {
			t.Errorf("%s: unwraps to context.Canceled: %v", says, is)
		}
	}
	if attempts.Load() != 0 {
		t.Errorf("expected nothing to be sent, got %d attempts", attempts.Load())
	}
}

func errOf(_ cascade.Scheduled, err error) error { return err }

func TestACallThatIsCancelledUnderWayIsUnknownAndUnwraps(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		cancel()
		<-r.Context().Done()
	})
	_, err := client.Schedule(ctx, message)
	var unknown *cascade.UnknownOutcome
	if !errors.As(err, &unknown) || !errors.Is(err, context.Canceled) {
		t.Errorf("expected an unknown outcome of a cancelled context, got %v", err)
	}
}

func TestAnUnknownOutcomeIsNoRefusal(t *testing.T) {
	client, _ := serve(t, answering(500, `{"title":"system-error","status":500}`))
	client.Attempts = 1
	_, err := client.Schedule(context.Background(), message)
	var problem *cascade.Problem
	var unknown *cascade.UnknownOutcome
	if errors.As(err, &problem) || !errors.As(err, &unknown) || !errors.Is(unknown.Err, cascade.SystemError) {
		t.Errorf("expected an unknown outcome that has the problem in Err, got %v", err)
	}
}

func TestNoRedirectIsFollowed(t *testing.T) {
	other, reached := serve(t, answering(200, "{}"))
	for _, own := range []*http.Client{nil, {}} {
		for _, status := range []int{301, 302, 303, 307, 308} {
			client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, other.BaseURL+"/login?token=abc", status)
			})
			client.HTTP = own
			_, err := client.Schedule(context.Background(), message)
			var unreadable *cascade.Unreadable
			if !errors.As(err, &unreadable) || unreadable.Status != status || unreadable.Location != other.BaseURL+"/login?token=abc" {
				t.Errorf("expected unreadable, %d and where it pointed, got %v", status, err)
			}
			if said := fmt.Sprint(err); !strings.Contains(said, "/login and is not followed") || strings.Contains(said, "token") {
				t.Errorf("expected where it pointed, got %s", said)
			}
		}
	}
	if reached.Load() != 0 {
		t.Errorf("%d requests went to the other host", reached.Load())
	}
}

func TestAnAnswerThatDripsEndsWithItsAttempt(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(500)
		for r.Context().Err() == nil {
			io.WriteString(w, " ")
			w.(http.Flusher).Flush()
			time.Sleep(20 * time.Millisecond)
		}
	})
	client.Attempts, client.Timeout = 1, 500*time.Millisecond
	begin := time.Now()
	_, err := client.Schedule(context.Background(), message)
	var unknown *cascade.UnknownOutcome
	if !errors.As(err, &unknown) || time.Since(begin) > 20*time.Second {
		t.Errorf("expected an unknown outcome in time, got %v after %s", err, time.Since(begin))
	}
}

func TestRetryAfterIsANumberOrADate(t *testing.T) {
	for says, in := range map[string]struct {
		value  string
		within time.Duration
		times  int32
	}{
		"a date too far for the deadline": {time.Now().Add(20 * time.Second).UTC().Format(http.TimeFormat), 10 * time.Second, 1},
		"seconds too far":                 {"20", 10 * time.Second, 1},
		"a date beyond the limit":         {time.Now().Add(time.Hour).UTC().Format(http.TimeFormat), time.Minute, 1},
		"a date in the past":              {"Sat, 21 Nov 2020 12:00:00 GMT", time.Minute, 2},
		"a word":                          {"soon", time.Minute, 2},
		"a second":                        {"1", time.Minute, 2},
	} {
		client, attempts := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("retry-after", in.value)
			answering(429, `{"title":"too-many-requests","status":429}`)(w, r)
		})
		client.Attempts = 2
		ctx, cancel := context.WithTimeout(context.Background(), in.within)
		begin := time.Now()
		_, err := client.Schedule(ctx, message)
		cancel()
		if !errors.Is(err, cascade.TooManyRequests) || attempts.Load() != in.times {
			t.Errorf("%s: expected %d attempts, got %d and %v", says, in.times, attempts.Load(), err)
		}
		if in.value == "1" && time.Since(begin) < time.Second {
			t.Errorf("%s: expected a wait, got %s", says, time.Since(begin))
		}
	}
}

func TestAnErrorSaysCodeDetailStatusAndRequest(t *testing.T) {
	client, _ := serve(t, answering(400, `{"title":"matched-template-not-found","status":400,"detail":"/cascadeId: must be integer"}`))
	_, err := client.Schedule(context.Background(), message)
	var problem *cascade.Problem
	if !errors.As(err, &problem) {
		t.Fatal(err)
	}
	for _, part := range []string{"matched-template-not-found: /cascadeId: must be integer. ", "(status 400, request " + problem.RequestID + ")"} {
		if problem.RequestID == "" || !strings.Contains(err.Error(), part) {
			t.Errorf("expected %q in %q", part, err)
		}
	}
}

func TestTheLogHasEachAttemptAndNeitherKeyNorNumber(t *testing.T) {
	client, _ := serve(t, answering(400, `{"title":"out-of-balance"}`))
	var said bytes.Buffer
	client.APIKey, client.Log = "secret-key", slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelDebug}))
	client.Schedule(context.Background(), message)
	if !strings.Contains(said.String(), "attempt=1 status=400") {
		t.Errorf("expected the attempt, got %s", said.String())
	}
	for _, never := range []string{"secret-key", "2025550100", "4821"} {
		if strings.Contains(said.String(), never) {
			t.Errorf("expected no %s in %s", never, said.String())
		}
	}
}

func TestTheOtherOperations(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, map[string]string{
			"/api/cascade/get-all":  `[{"id":2002,"stages":[{"uuid":"u","subject":{"type":"SMS"}}]}]`,
			"/api/callback/set":     `{"statusCallbackUrl":"https://shop.example/status","secret":"whsec_made"}`,
			"/api/messages/history": `{"hasNext":false,"content":[{"messageId":1,"requestId":"A","deliveryStatus":"SENT"},{"messageId":2,"requestId":"b"}]}`,
		}[r.URL.Path])
	})
	ctx := context.Background()
	if all, err := client.Cascades(ctx); err != nil || len(all) != 1 || all[0].Stages[0].Subject.Type != "SMS" {
		t.Errorf("expected a cascade, got %v, %v", all, err)
	}
	made, err := client.SetCallback(ctx, cascade.Registration{URL: "https://shop.example/status"})
	if err != nil || made.Secret != "whsec_made" {
		t.Errorf("expected the made secret, got %v, %v", made, err)
	}
	if entries, err := client.History(ctx, "a"); err != nil || len(entries) != 1 || entries[0].Status != "SENT" {
		t.Errorf("expected the entry of the request, got %v, %v", entries, err)
	}
	absent, _ := serve(t, answering(404, `{"title":"not-found","status":404}`))
	if _, err := absent.History(ctx, "a"); !errors.Is(err, cascade.NotFound) {
		t.Errorf("expected a problem, got %v", err)
	}
	page, _ := serve(t, answering(200, "<html>"))
	var unreadable *cascade.Unreadable
	if _, err := page.Cascades(ctx); !errors.As(err, &unreadable) {
		t.Errorf("expected unreadable, got %v", err)
	}
}
