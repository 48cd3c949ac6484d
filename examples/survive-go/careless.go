//go:build careless

// Package survive is the same shop, with a mistake for each of the tests.
package survive

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"

	cascade "cascade.example/kit"
)

type Shop struct {
	client *cascade.Client

	mutex    sync.Mutex
	outcomes map[string]cascade.Outcome
	billed   int
}

func NewShop(client *cascade.Client, _ string) (*Shop, error) {
	return &Shop{client: client, outcomes: map[string]cascade.Outcome{}}, nil
}

func (s *Shop) Send(ctx context.Context, address, text string) (string, error) {
	content := map[string]string{"contentType": "TEXT", "text": text}
	message := cascade.Message{
		CascadeID:        1,
		SubscriberFilter: cascade.SubscriberFilter{Address: address, Type: "PHONE"},
		Content:          map[string]any{"chattwoContent": content, "smsContent": content},
	}
	scheduled, err := s.client.Schedule(ctx, message)
	var unknown *cascade.UnknownOutcome
	if errors.As(err, &unknown) { // sends it again, and each call makes a new request id
		scheduled, err = s.client.Schedule(ctx, message)
	}
	return scheduled.RequestID, err
}

// ServeHTTP takes an event as new each time that it comes, and the first end of a message as the last.
func (s *Shop) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	var event struct{ RequestID, Status string }
	if json.NewDecoder(request.Body).Decode(&event) != nil {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if event.Status == "DELIVERED" {
		s.billed++
	}
	if s.outcomes[event.RequestID] == "" {
		s.outcomes[event.RequestID] = map[string]cascade.Outcome{
			"DELIVERED": cascade.Delivered, "UNDELIVERED": cascade.Failed,
		}[event.Status]
	}
}

func (s *Shop) Billed() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.billed
}

func (s *Shop) Outcome(_ context.Context, requestID string) (cascade.Outcome, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.outcomes[requestID], nil
}
