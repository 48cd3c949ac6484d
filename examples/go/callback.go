package main

import (
	"encoding/json"
	"net/http"
	"strings"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// StatusEvent has the members that most programs need. A status or reason that is not listed is possible.
type StatusEvent struct {
	RequestID string  `json:"requestId"`
	Status    string  `json:"status"`
	Error     *string `json:"error"`
	StageUUID *string `json:"cascadeStageUUID"`
}

var failures = map[string]bool{"UNDELIVERED": true, "FAILED": true, "CANCELLED": true}

// outcomeOf returns delivered, failed or open, from the events of a message so far and the UUIDs of its stages in order
// (ADR-0048). UNDELIVERED ends a stage: only the last one, or an event without a stage, ends the message.
func outcomeOf(events []StatusEvent, stages []string) string {
	for _, event := range events {
		if event.Status == "DELIVERED" || event.Status == "READ" {
			return "delivered"
		}
	}
	for _, event := range events {
		isLast := event.StageUUID == nil ||
			len(stages) > 0 && strings.EqualFold(*event.StageUUID, stages[len(stages)-1])
		if event.Status == "EXPIRED" || failures[event.Status] && isLast {
			return "failed"
		}
	}
	return "open"
}

// readCallback returns the event of a callback, or an error if it is not from the provider: answer 401 then, and do
// nothing else.
//
// The body is the bytes as they were received, for they are signed. Two secrets are current while one is replaced.
// Callbacks may arrive twice: remember the header webhook-id.
func readCallback(headers http.Header, body []byte, secrets ...string) (event StatusEvent, err error) {
	for _, secret := range secrets {
		var webhook *webhooks.Webhook
		if webhook, err = webhooks.NewWebhook(secret); err != nil {
			return event, err
		}
		if err = webhook.Verify(body, headers); err == nil {
			err = json.Unmarshal(body, &event)
			return event, err
		}
	}
	return event, err
}
