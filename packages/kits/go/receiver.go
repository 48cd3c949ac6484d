package cascade

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// StatusEvent is a status event (§3). A status or reason that is not listed is possible, and ids may be absent.
type StatusEvent struct {
	RequestID string  `json:"requestId"`
	Status    string  `json:"status"`
	Error     *string `json:"error"`
	StageUUID *string `json:"cascadeStageUUID"`
}

// Reason is that of an undelivered message, in the listed spelling; empty if there is none.
func (e StatusEvent) Reason() Reason {
	if e.Error == nil {
		return ""
	}
	return Reason(cmp.Or(reasons[*e.Error].Name, *e.Error))
}

// Outcome is what became of a message.
type Outcome string

// Open means that a stage may still deliver the message.
const (
	Delivered Outcome = "delivered"
	Failed    Outcome = "failed"
	Open      Outcome = "open"
)

// OutcomeOf tells it from the events of a message so far and the UUIDs of its stages in order (ADR-0048).
func OutcomeOf(events []StatusEvent, stages []string) Outcome {
	outcome := Open
	for _, event := range events {
		isLast := event.StageUUID == nil ||
			len(stages) > 0 && strings.EqualFold(*event.StageUUID, stages[len(stages)-1])
		switch event.Status {
		case "DELIVERED", "READ":
			return Delivered
		case "EXPIRED":
			outcome = Failed
		case "UNDELIVERED", "FAILED", "CANCELLED":
			if isLast {
				outcome = Failed
			}
		}
	}
	return outcome
}

// IDs remembers ids of callbacks. Yours may be a table with a unique column.
type IDs interface {
	// Add reports whether the id is new.
	Add(id string) bool
	Discard(id string)
}

// RecentIDs holds the latest ids in memory, twice Most at most; 50,000 if absent.
type RecentIDs struct {
	Most          int
	mutex         sync.Mutex
	young, former map[string]bool
}

// Add reports whether the id is new.
func (r *RecentIDs) Add(id string) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.young[id] || r.former[id] {
		return false
	}
	if r.young == nil || len(r.young) >= cmp.Or(r.Most, 50_000) {
		r.young, r.former = map[string]bool{}, r.young
	}
	r.young[id] = true
	return true
}

// Discard forgets an id.
func (r *RecentIDs) Discard(id string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.young, id)
	delete(r.former, id)
}

// Receiver is an http.Handler that verifies callbacks, and handles each once.
type Receiver struct {
	// Secrets: two are current while one is replaced.
	Secrets []string
	// Handle stores the event and returns: the provider waits some seconds, then sends it again (ADR-0018). After an
	// error the answer is 500, and the callback is handled when it comes again.
	Handle func(StatusEvent) error
	// IDs are in memory if absent.
	IDs  IDs
	once sync.Once
}

// Read returns the event of a callback, or an error if it is not from the provider. The body is the bytes as they were
// received, for they are signed.
func (r *Receiver) Read(headers http.Header, body []byte) (event StatusEvent, err error) {
	err = errors.New("there are no secrets")
	for _, secret := range r.Secrets {
		var webhook *webhooks.Webhook
		if webhook, err = webhooks.NewWebhook(secret); err != nil {
			return event, err
		}
		if err = webhook.Verify(body, headers); err == nil {
			return event, json.Unmarshal(body, &event)
		}
	}
	return event, err
}

func (r *Receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	r.once.Do(func() {
		if r.IDs == nil {
			r.IDs = &RecentIDs{}
		}
	})
	body, err := io.ReadAll(http.MaxBytesReader(w, request.Body, 1<<20))
	if err != nil {
		http.Error(w, "the body cannot be read", http.StatusBadRequest)
		return
	}
	event, err := r.Read(request.Header, body)
	if err != nil {
		http.Error(w, "the signature is not valid", http.StatusUnauthorized)
		return
	}
	id := request.Header.Get("webhook-id")
	if r.IDs.Add(id) {
		if err := r.Handle(event); err != nil {
			r.IDs.Discard(id)
			http.Error(w, "not handled", http.StatusInternalServerError)
			return
		}
	}
	w.WriteHeader(http.StatusNoContent)
}
