//go:build !careless

// Package survive is a shop that sends reminders by one cascade, and bills each delivery to its customer.
package survive

import (
	"context"
	"errors"
	"net/http"
	"sync"

	cascade "cascade.example/kit"
	"github.com/google/uuid"
)

// Shop is the program under test.
type Shop struct {
	client   *cascade.Client
	receiver http.Handler

	mutex  sync.Mutex
	events []cascade.StatusEvent
	billed int
}

func NewShop(client *cascade.Client, secret string) (*Shop, error) {
	shop := &Shop{client: client}
	receiver, err := cascade.NewReceiver([]string{secret}, shop.handle)
	shop.receiver = receiver
	return shop, err
}

// Send returns the request id once the message is known to be scheduled.
func (s *Shop) Send(ctx context.Context, address, text string) (string, error) {
	content := map[string]string{"contentType": "TEXT", "text": text}
	message := cascade.Message{
		RequestID:        uuid.NewString(), // a real shop stores it first
		CascadeID:        1,
		SubscriberFilter: cascade.SubscriberFilter{Address: address, Type: "PHONE"},
		Content:          map[string]any{"chattwoContent": content, "smsContent": content},
	}
	_, err := s.client.Schedule(ctx, message) // each attempt has the same request id
	var unknown *cascade.UnknownOutcome
	if errors.As(err, &unknown) {
		if entries, failure := s.client.History(ctx, message.RequestID); failure == nil && len(entries) > 0 {
			err = nil
		}
	}
	return message.RequestID, err
}

// ServeHTTP takes the callbacks.
func (s *Shop) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	s.receiver.ServeHTTP(w, request)
}

// handle is called once for each event, however often it comes.
func (s *Shop) handle(_ context.Context, event cascade.StatusEvent) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.events = append(s.events, event)
	if event.Status == "DELIVERED" {
		s.billed++
	}
	return nil
}

// Billed is how many deliveries were billed.
func (s *Shop) Billed() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.billed
}

// Outcome is what became of a message: delivered, failed or open.
func (s *Shop) Outcome(ctx context.Context, requestID string) (cascade.Outcome, error) {
	all, err := s.client.Cascades(ctx)
	var stages []string
	for _, one := range all {
		for next := one.Stages; one.ID == 1 && len(next) > 0; next = next[0].Stages {
			stages = append(stages, next[0].UUID)
		}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var events []cascade.StatusEvent
	for _, event := range s.events {
		if event.RequestID == requestID {
			events = append(events, event)
		}
	}
	return cascade.OutcomeOf(events, stages), err
}
