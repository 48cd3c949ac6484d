package cascade

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Client schedules messages. However many attempts a call takes, it schedules one message at most (§2.1, §4.1).
type Client struct {
	BaseURL string
	APIKey  string
	// HTTP is http.DefaultClient if absent.
	HTTP *http.Client
	// Attempts of a call, the first included; 3 if absent.
	Attempts int
	// Timeout of an attempt; 10 seconds if absent. The context limits the whole call.
	Timeout time.Duration
	// UsedIDMeansAccepted says that this provider keeps the ids of accepted requests only (ADR-0007).
	UsedIDMeansAccepted bool
}

// Message is a scheduling request (§2.1). Without a RequestID, a call makes one.
type Message struct {
	RequestID        string           `json:"requestId"`
	CascadeID        int              `json:"cascadeId"`
	SubscriberFilter SubscriberFilter `json:"subscriberFilter"`
	// Content holds smsContent, chatoneContent and chattwoContent, each as your own type or a generated one.
	Content   map[string]any `json:"content"`
	StartTime *time.Time     `json:"startTime,omitempty"`
	Comment   string         `json:"comment,omitempty"`
}

// SubscriberFilter names the subscriber.
type SubscriberFilter struct {
	Address string `json:"address"`
	Type    string `json:"type"`
}

// Scheduled says how a message was scheduled.
type Scheduled struct {
	RequestID string
	// Replayed: an earlier attempt of this call was accepted, although its answer was lost.
	Replayed bool
	Attempts int
}

// UnknownOutcome says that a message may be scheduled or not: the history tells, or its callbacks. Err is the last failure.
type UnknownOutcome struct {
	RequestID string
	Err       error
}

func (u *UnknownOutcome) Error() string { return fmt.Sprintf("%v; it may be scheduled", u.Err) }

// Unreadable is a refusal without a problem body, such as a proxy's page.
type Unreadable struct {
	Status int
	Text   string
}

func (u *Unreadable) Error() string { return fmt.Sprintf("status %d without a problem body", u.Status) }

const longestWait = 30 * time.Second

// Schedule schedules a message. It returns a *Problem or *Unreadable if it is not scheduled, and an *UnknownOutcome,
// which wraps neither, if it may be.
func (c *Client) Schedule(ctx context.Context, message Message) (Scheduled, error) {
	message.RequestID = cmp.Or(message.RequestID, uuid.NewString())
	body, err := json.Marshal(message)
	if err != nil {
		return Scheduled{}, err
	}
	isOpen := false
	for attempt := 1; ; attempt++ {
		answer := c.try(ctx, body)
		if answer.failure == nil {
			return Scheduled{message.RequestID, false, attempt}, nil
		}
		if isOpen && c.UsedIDMeansAccepted && errors.Is(answer.failure, RequestIdIsNotUnique) {
			return Scheduled{message.RequestID, true, attempt}, nil
		}
		isOpen = isOpen || answer.mayBeAccepted
		wait := max(time.Duration(float64(min(longestWait, 250*time.Millisecond<<(attempt-1)))*(0.5+rand.Float64()/2)), answer.asked)
		if attempt >= cmp.Or(c.Attempts, 3) || !answer.transient || wait > longestWait || !sleep(ctx, wait) {
			if isOpen {
				return Scheduled{}, &UnknownOutcome{message.RequestID, answer.failure}
			}
			return Scheduled{}, answer.failure
		}
	}
}

// answered says how an attempt ended: with a failure, or scheduled.
type answered struct {
	failure error
	// transient: another attempt may succeed.
	transient bool
	// mayBeAccepted: a gateway may have lost the answer, and the provider may fail after its commit.
	mayBeAccepted bool
	// asked is how long the provider wants us to wait.
	asked time.Duration
}

func (c *Client) try(ctx context.Context, body []byte) answered {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(c.Timeout, 10*time.Second))
	defer cancel()
	url := strings.TrimRight(c.BaseURL, "/") + "/api/cascade/schedule"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return answered{failure: err}
	}
	request.Header.Set("x-api-key", c.APIKey)
	request.Header.Set("content-type", "application/json")
	response, err := cmp.Or(c.HTTP, http.DefaultClient).Do(request)
	if err != nil {
		var dial *net.OpError
		neverConnected := errors.As(err, &dial) && dial.Op == "dial"
		return answered{failure: err, transient: true, mayBeAccepted: !neverConnected}
	}
	defer response.Body.Close()
	if response.StatusCode/100 == 2 {
		return answered{} // scheduled, whatever the body has (ADR-0001)
	}
	isFault := response.StatusCode >= 500 || response.StatusCode == http.StatusRequestTimeout
	seconds, _ := strconv.Atoi(response.Header.Get("retry-after"))
	end := answered{
		transient:     isFault || response.StatusCode == http.StatusTooManyRequests,
		mayBeAccepted: isFault,
		asked:         time.Duration(seconds) * time.Second,
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	problem := problemOf(response.StatusCode, text)
	switch {
	case problem != nil:
		end.failure = problem
	case err != nil: // the answer broke off
		end.failure, end.transient = err, true
	default:
		end.failure = &Unreadable{response.StatusCode, string(text[:min(len(text), 4096)])}
	}
	return end
}

// sleep reports whether the context lasted as long.
func sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
