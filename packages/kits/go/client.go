package cascade

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// Client calls the service. However many attempts Schedule takes, it schedules one message at most (§2.1, §4.1).
type Client struct {
	BaseURL string
	APIKey  string
	// HTTP is one of default settings if absent. In any case it follows no redirect.
	HTTP *http.Client
	// Attempts of a call, the first included; 3 if absent.
	Attempts int
	// Timeout of an attempt; 10 seconds if absent. The context limits the whole call.
	Timeout time.Duration
	// UsedIDMeansAccepted says that this provider keeps the ids of accepted requests only (ADR-0007).
	UsedIDMeansAccepted bool
	// Log gets each attempt, at the level of debugging; slog.Default() if absent.
	Log *slog.Logger
}

const (
	longestWait = 30 * time.Second
	// A page of the history has about 4 MiB at most (ADR-0035).
	longestAnswer = 8 << 20
)

// Schedule schedules a message. It returns a *Problem, *Unreadable or *NotSent if it is not scheduled, and an
// *UnknownOutcome, which wraps none of them, if it may be.
func (c *Client) Schedule(ctx context.Context, message Message) (Scheduled, error) {
	isNew := message.RequestID == ""
	message.RequestID = cmp.Or(message.RequestID, uuid.NewString())
	id := message.RequestID
	accepts := func(body []byte) bool { return accepts(body, id) }
	end := c.call(ctx, "/api/cascade/schedule", id, message, accepts)
	isUsed := errors.Is(end.failure, RequestIdIsNotUnique)
	switch {
	case end.failure == nil:
		return Scheduled{id, false, end.attempts}, nil
	case isUsed && end.isOpen && c.UsedIDMeansAccepted:
		return Scheduled{id, true, end.attempts}, nil
	case end.isOpen, isUsed && !isNew: // an earlier call may have scheduled an id of the caller
		return Scheduled{}, &UnknownOutcome{id, end.failure}
	}
	return Scheduled{}, end.failure
}

// Cascades lists the cascades of the account (§4.2, ADR-0013).
func (c *Client) Cascades(ctx context.Context) ([]Template, error) {
	all := []Template{}
	return all, c.ask(ctx, "/api/cascade/get-all", struct{}{}, &all)
}

// SetCallback registers the address of the status callbacks (ADR-0014); the answer has a secret if the provider made one.
func (c *Client) SetCallback(ctx context.Context, registration Registration) (Registration, error) {
	answer := registration
	answer.Secret = ""
	return answer, c.ask(ctx, "/api/callback/set", registration, &answer)
}

// History says what became of a request (ADR-0035), the latest stage first. No entry proves nothing while an attempt may be
// under way.
func (c *Client) History(ctx context.Context, requestID string) ([]Entry, error) {
	var page struct{ Content []Entry }
	if err := c.ask(ctx, "/api/messages/history", map[string]string{"requestId": requestID}, &page); err != nil {
		return nil, err
	}
	entries := []Entry{}
	for _, entry := range page.Content {
		// A provider that does not know the filter returns the messages of other requests.
		if strings.EqualFold(entry.RequestID, requestID) {
			entries = append(entries, entry)
		}
	}
	return entries, nil
}

// ask calls an operation that may be repeated freely, and reads its answer into the value.
func (c *Client) ask(ctx context.Context, path string, body, value any) error {
	end := c.call(ctx, path, "", body, func([]byte) bool { return true })
	if end.failure != nil {
		return end.failure
	}
	if len(end.body) > 0 && json.Unmarshal(end.body, value) != nil {
		return &Unreadable{Status: http.StatusOK, Text: string(end.body[:min(len(end.body), 4096)])}
	}
	return nil
}

// ended says how a call ended: with the failure of its last attempt, or with a body.
type ended struct {
	body     []byte
	failure  error
	attempts int
	// isOpen: an attempt may have been accepted although its answer does not say so.
	isOpen bool
}

func (c *Client) call(ctx context.Context, path, id string, content any, accepts func([]byte) bool) ended {
	body, err := json.Marshal(content)
	if err = cmp.Or(err, c.check(), ctx.Err()); err != nil {
		return ended{failure: &NotSent{id, err}}
	}
	isOpen := false
	for attempt := 1; ; attempt++ {
		answer := c.try(ctx, path, id, body, accepts)
		cmp.Or(c.Log, slog.Default()).DebugContext(ctx, "cascade: "+path, "request", id, "attempt", attempt,
			"status", answer.status, "failure", fmt.Sprintf("%T", answer.failure))
		if answer.failure == nil {
			return ended{answer.body, nil, attempt, isOpen}
		}
		isOpen = isOpen || answer.mayBeAccepted
		wait := max(time.Duration(float64(min(longestWait, 250*time.Millisecond<<(attempt-1)))*(0.5+rand.Float64()/2)), answer.asked)
		if attempt >= cmp.Or(c.Attempts, 3) || !answer.transient || wait > longestWait {
			return ended{nil, answer.failure, attempt, isOpen}
		}
		if err := sleep(ctx, wait); isOpen && err != nil {
			return ended{nil, fmt.Errorf("%w, after %v", err, answer.failure), attempt, isOpen}
		} else if err != nil {
			return ended{nil, fmt.Errorf("%w, after %w", err, answer.failure), attempt, isOpen}
		}
	}
}

// check returns what is wrong with the settings.
func (c *Client) check() error {
	base, err := url.Parse(c.BaseURL)
	if err != nil || (base.Scheme != "http" && base.Scheme != "https") || base.Host == "" || base.User != nil || strings.ContainsAny(c.BaseURL, "?#") {
		return errors.New("BaseURL: expected http(s)://host/path without credentials, query or fragment")
	}
	if !visible.MatchString(c.APIKey) {
		return errors.New("APIKey: expected the key of the account, visible ASCII without a line end")
	}
	return nil
}

var visible = regexp.MustCompile(`^[!-~]([ -~]*[!-~])?$`)

// answered says how an attempt ended: with a failure, or accepted.
type answered struct {
	body    []byte
	status  int
	failure error
	// transient: another attempt may succeed.
	transient bool
	// mayBeAccepted: a gateway may have lost or replaced the answer, and the provider may fail after its commit.
	mayBeAccepted bool
	// asked is how long the provider wants us to wait.
	asked time.Duration
}

func (c *Client) try(ctx context.Context, path, id string, body []byte, accepts func([]byte) bool) answered {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(c.Timeout, 10*time.Second))
	defer cancel()
	var asks, connects atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { asks.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { connects.Store(true) },
	})
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(c.BaseURL, "/")+path, bytes.NewReader(body))
	if err != nil {
		return answered{failure: &NotSent{id, err}}
	}
	request.Header.Set("x-api-key", c.APIKey)
	request.Header.Set("content-type", "application/json")
	response, err := c.http().Do(request)
	if err != nil {
		if asks.Load() && !connects.Load() { // a transport that says nothing of connections may have sent it
			return answered{failure: &NotSent{id, err}, transient: true}
		}
		return answered{failure: err, transient: true, mayBeAccepted: true}
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, longestAnswer))
	isSuccess := response.StatusCode/100 == 2
	if isSuccess && err == nil && accepts(text) {
		return answered{body: text, status: response.StatusCode}
	}
	isFault := response.StatusCode >= 500 || response.StatusCode == http.StatusRequestTimeout
	return answered{
		status:        response.StatusCode,
		failure:       failureOf(response, id, text),
		transient:     isSuccess || isFault || response.StatusCode == http.StatusTooManyRequests,
		mayBeAccepted: isSuccess || isFault,
		asked:         asked(response.Header.Get("retry-after")),
	}
}

// http is a client that follows no redirect: one could hand the key to another host, and post a second time.
func (c *Client) http() *http.Client {
	client := http.Client{}
	if c.HTTP != nil {
		client = *c.HTTP
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}

func failureOf(response *http.Response, id string, text []byte) error {
	if problem := problemOf(response.StatusCode, text); problem != nil && response.StatusCode/100 != 2 {
		problem.RequestID = id
		return problem
	}
	return &Unreadable{id, response.StatusCode, response.Header.Get("location"), string(text[:min(len(text), 4096)])}
}

// accepts reports whether nothing in the body of a success contradicts it (ADR-0001), as a page, a problem or another echo
// does.
func accepts(body []byte, id string) bool {
	if len(bytes.TrimSpace(body)) == 0 {
		return true
	}
	var answer map[string]any
	if json.Unmarshal(body, &answer) != nil || answer == nil {
		return false
	}
	status, _ := answer["status"].(float64)
	_, isProblem := answer["title"].(string)
	echo := answer["requestId"]
	if isProblem && (echo == nil || status > 399) {
		return false
	}
	return echo == nil || strings.EqualFold(fmt.Sprint(echo), id)
}

// asked is how long Retry-After wants us to wait: a number of seconds or a date (RFC 9110 §10.2.3).
func asked(retryAfter string) time.Duration {
	if seconds, err := strconv.ParseUint(retryAfter, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if date, err := http.ParseTime(retryAfter); err == nil {
		return time.Until(date)
	}
	return 0
}

// sleep returns an error if the context ends before, at once if it is known to.
func sleep(ctx context.Context, wait time.Duration) error {
	if end, ok := ctx.Deadline(); ok && time.Until(end) < wait {
		return context.DeadlineExceeded
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
