// Schedules one SMS, and explains a refusal:
//
//	go run ./send +12025550100 'Code 4821' [REQUEST_ID]
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	cascade "cascade.example/kit"
)

func main() {
	args := append(os.Args[1:], "", "", "")
	cascadeID, err := strconv.Atoi(cmp.Or(os.Getenv("CASCADE_ID"), "2002"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "CASCADE_ID:", err)
		os.Exit(2)
	}
	message := cascade.Message{
		RequestID:        args[2], // if it is empty, the call makes one
		CascadeID:        cascadeID,
		SubscriberFilter: cascade.SubscriberFilter{Address: cmp.Or(args[0], "+12025550100"), Type: "PHONE"},
		Content: map[string]any{
			"smsContent": map[string]any{"contentType": "TEXT", "text": cmp.Or(args[1], "Code 4821")},
		},
	}
	timeout, err := strconv.ParseFloat(cmp.Or(os.Getenv("CASCADE_TIMEOUT"), "10"), 64) // seconds of an attempt
	if err != nil {
		fmt.Fprintln(os.Stderr, "CASCADE_TIMEOUT:", err)
		os.Exit(2)
	}
	client := cascade.Client{
		BaseURL: cmp.Or(os.Getenv("CASCADE_URL"), "http://127.0.0.1:4010"),
		APIKey:  cmp.Or(os.Getenv("CASCADE_API_KEY"), "demo-key"),
		Timeout: time.Duration(timeout * float64(time.Second)),
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()

	scheduled, err := client.Schedule(ctx, message)
	var unknown *cascade.UnknownOutcome
	switch {
	case err == nil:
		fmt.Println("scheduled", scheduled.RequestID)
	case errors.As(err, &unknown):
		fmt.Printf("unknown: %v; ask the history, or send it again with the request id %s\n", err, unknown.RequestID)
		os.Exit(2)
	default:
		fmt.Println("not scheduled:", err)
		os.Exit(1)
	}
}
