// Schedules one SMS, and explains a refusal:
//
//	go run . +12025550100 'Code 4821' [REQUEST_ID]
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/google/uuid"
)

// What to do about some codes. The list of the contract grows, so a program must cope with others.
var advice = map[string]string{
	"auth-error":              "the key is wrong or has expired: ask for another",
	"out-of-balance":          "top up the account",
	"requestId-is-not-unique": "this id was used before: a message with it may be scheduled",
	// The contract has two spellings of this one (§7.1).
	"cascade-scheduling-request-is-not-valid": "give one content object for each channel of the cascade",
	"cascade-scheduling-request-not-valid":    "give one content object for each channel of the cascade",
}

// Problem is a refusal of the provider: the message is not scheduled. Its title is the problem code.
type Problem struct {
	Title  string `json:"title"`
	Detail string `json:"detail"`
}

func (p *Problem) Error() string {
	return p.Title + ": " + cmp.Or(advice[p.Title], p.Detail, "see the contract")
}

type object = map[string]any

// schedule returns a *Problem if the provider refused the request. After any other error the message may be scheduled
// or not; the same request with the same id is never scheduled twice.
func schedule(ctx context.Context, address, text, requestID string) error {
	cascadeID, err := strconv.Atoi(cmp.Or(os.Getenv("CASCADE_ID"), "2002"))
	if err != nil {
		return err
	}
	body, err := json.Marshal(object{
		"requestId":        requestID,
		"cascadeId":        cascadeID,
		"subscriberFilter": object{"address": address, "type": "PHONE"},
		"content":          object{"smsContent": object{"contentType": "TEXT", "text": text}},
	})
	if err != nil {
		return err
	}
	url := cmp.Or(os.Getenv("CASCADE_URL"), "http://127.0.0.1:4010") + "/api/cascade/schedule"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("x-api-key", cmp.Or(os.Getenv("CASCADE_API_KEY"), "demo-key"))
	request.Header.Set("content-type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err // no connection, or no answer in time
	}
	defer answer.Body.Close()
	if answer.StatusCode < 300 {
		return nil // scheduled, whatever the body has
	}
	var problem Problem
	// A proxy's page or a 5xx does not tell whether the message is scheduled.
	if err := json.NewDecoder(answer.Body).Decode(&problem); err != nil || problem.Title == "" || answer.StatusCode >= 500 {
		return fmt.Errorf("status %d", answer.StatusCode)
	}
	return &problem
}

func main() {
	args := append(os.Args[1:], "", "", "")
	address, text := cmp.Or(args[0], "+12025550100"), cmp.Or(args[1], "Code 4821")
	requestID := cmp.Or(args[2], uuid.NewString())
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()

	err := schedule(ctx, address, text, requestID)
	var problem *Problem
	switch {
	case err == nil:
		fmt.Println("scheduled", requestID)
	case errors.As(err, &problem):
		fmt.Println("not scheduled:", problem)
		os.Exit(1)
	default:
		fmt.Printf("unknown: %v; send it again with the request id %s\n", err, requestID)
		os.Exit(2)
	}
}
