// Sends the message of each line of a file through the kit, and prints what came of it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"time"

	cascade "cascade.example/kit"
)

type step struct {
	URL, Key string
	Message  cascade.Message
	Options  struct {
		Attempts            int
		Timeout             float64
		UsedIDMeansAccepted bool
	}
}

func codeOf(problem *cascade.Problem) cascade.Code {
	if problem == nil {
		return ""
	}
	return problem.Code
}

func outcomeOf(s step) any {
	client := cascade.Client{
		BaseURL: s.URL, APIKey: s.Key, Attempts: s.Options.Attempts,
		Timeout:             time.Duration(s.Options.Timeout * float64(time.Second)),
		UsedIDMeansAccepted: s.Options.UsedIDMeansAccepted,
	}
	done, err := client.Schedule(context.Background(), s.Message)
	var problem *cascade.Problem
	var unknown *cascade.UnknownOutcome
	switch {
	case err == nil:
		return map[string]any{"kind": "scheduled", "replayed": done.Replayed}
	case errors.As(err, &unknown):
		errors.As(unknown.Err, &problem)
		return map[string]any{"kind": "unknown", "code": codeOf(problem)}
	case errors.As(err, &problem):
		violations := [][3]any{}
		for _, v := range problem.Violations() {
			violations = append(violations, [3]any{v.CascadeID, v.Channel, v.Stage})
		}
		return map[string]any{"kind": "problem", "code": problem.Code, "retry": problem.Code.Facts().Retry,
			"status": problem.Status, "violations": violations}
	}
	return map[string]any{"kind": err.Error()}
}

func main() {
	file, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	in, out := json.NewDecoder(file), json.NewEncoder(os.Stdout)
	for in.More() {
		var s step
		if err := in.Decode(&s); err != nil {
			panic(err)
		}
		if err := out.Encode(outcomeOf(s)); err != nil {
			panic(err)
		}
	}
}
