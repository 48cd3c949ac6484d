package cascade

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

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
		isLast := event.StageUUID == "" ||
			len(stages) > 0 && strings.EqualFold(event.StageUUID, stages[len(stages)-1])
		switch event.Status {
		case "DELIVERED", "READ":
			return Delivered
		case "UNDELIVERED", "EXPIRED", "FAILED", "CANCELLED":
			if isLast {
				outcome = Failed
			}
		}
	}
	return outcome
}

// Handle stores an event and returns: the provider waits some seconds, then sends it again (ADR-0018). After an error the
// answer is 500, and after a panic there is none; the event is handled when it comes again.
type Handle func(context.Context, StatusEvent) error

// Receiver is an http.Handler that verifies callbacks, and handles each once. NewReceiver makes it.
type Receiver struct {
	// IDs are in memory if absent.
	IDs IDs
	// ClaimFor is when the claim of an id expires: your handler takes less. A minute if absent.
	ClaimFor time.Duration
	// LongestBody of a callback in bytes; 65,536 if absent.
	LongestBody int64
	// Log gets why a callback is refused or failed; slog.Default() if absent.
	Log *slog.Logger

	webhooks []*webhooks.Webhook
	handle   Handle
	recent   RecentIDs
}

// NewReceiver returns an error for secrets that would refuse every callback, or that are easy to guess. Two secrets are
// current while one is replaced.
func NewReceiver(secrets []string, handle Handle) (*Receiver, error) {
	receiver := &Receiver{handle: handle}
	if len(secrets) == 0 || handle == nil {
		return nil, errors.New("secrets and handle: expected at least one secret; is its environment variable set?")
	}
	for place, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) < 24 {
			return nil, fmt.Errorf("secrets[%d]: expected whsec_ and the base64 of at least 24 bytes (ADR-0057)", place)
		}
		webhook, err := webhooks.NewWebhookRaw(key)
		if err != nil {
			return nil, err
		}
		receiver.webhooks = append(receiver.webhooks, webhook)
	}
	return receiver, nil
}

// Refused says why a callback is not handled, and with which status it is answered.
type Refused struct {
	Status int
	Err    error
}

func (r *Refused) Error() string { return r.Err.Error() }

func (r *Refused) Unwrap() error { return r.Err }

// Read returns the event of a callback, or a *Refused. The body is the bytes as they were received, for they are signed.
func (r *Receiver) Read(headers http.Header, body []byte) (event StatusEvent, err error) {
	err = errors.New("a receiver without secrets: make it by NewReceiver")
	for _, webhook := range r.webhooks {
		if err = webhook.Verify(body, headers); err == nil {
			break
		}
	}
	if err != nil {
		return event, &Refused{http.StatusUnauthorized, err}
	}
	if len(headers.Get("webhook-id")) > 255 {
		return event, &Refused{http.StatusBadRequest, errors.New("webhook-id has more than 255 characters")}
	}
	if err = event.UnmarshalJSON(body); err != nil {
		return StatusEvent{}, &Refused{http.StatusBadRequest, err}
	}
	return event, nil
}

func (r *Receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	switch request.Method {
	case http.MethodGet, http.MethodHead: // an address is registered only if it answers HEAD with 200 (ADR-0014)
		return
	case http.MethodPost:
	default:
		w.Header().Set("allow", "GET, HEAD, POST")
		http.Error(w, "callbacks come by POST", http.StatusMethodNotAllowed)
		return
	}
	event, err := r.receive(w, request)
	status := http.StatusBadRequest
	var refused *Refused
	if errors.As(err, &refused) {
		status = refused.Status
	}
	if err == nil {
		status, err = r.once(request.Context(), request.Header.Get("webhook-id"), event)
	}
	if err != nil {
		r.log().WarnContext(request.Context(), "cascade: a callback is not handled", "status", status, "why", err)
		http.Error(w, http.StatusText(status), status)
	}
}

func (r *Receiver) receive(w http.ResponseWriter, request *http.Request) (StatusEvent, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, request.Body, cmp.Or(r.LongestBody, 65_536)))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return StatusEvent{}, &Refused{http.StatusRequestEntityTooLarge, err}
	} else if err != nil {
		return StatusEvent{}, err
	}
	return r.Read(request.Header, body)
}

func (r *Receiver) log() *slog.Logger { return cmp.Or(r.Log, slog.Default()) }

// once handles an event unless its id is seen or claimed; it returns the status to answer with.
func (r *Receiver) once(ctx context.Context, id string, event StatusEvent) (int, error) {
	var ids IDs = &r.recent
	if r.IDs != nil {
		ids = r.IDs
	}
	owner, isHandled := uuid.NewString(), false
	switch claim, err := ids.Claim(ctx, id, owner, cmp.Or(r.ClaimFor, time.Minute)); {
	case err != nil:
		return http.StatusServiceUnavailable, fmt.Errorf("its id cannot be claimed: %w", err)
	case claim == Busy:
		return http.StatusConflict, errors.New("it is being handled")
	case claim == Seen:
		return http.StatusOK, nil
	}
	defer func() { // also if the handler panics, or ends its goroutine
		// Also if the sender has hung up: then the context is done.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		end := ids.Release // if it fails, the claim expires
		if isHandled {
			end = ids.Commit // if it fails, the event is handled all the same
		}
		if err := end(ctx, id, owner); err != nil {
			r.log().ErrorContext(ctx, "cascade: the store of ids fails", "webhook-id", id, "why", err)
		}
	}()
	if err := r.handle(ctx, event); err != nil {
		return http.StatusInternalServerError, fmt.Errorf("its handler failed: %w", err)
	}
	isHandled = true
	return http.StatusOK, nil
}
