package cascade_test

import (
	"cmp"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	cascade "cascade.example/kit"
)

type vector struct {
	Says, Verdict string
	Secrets       []string
	Now           int64
	Headers       map[string]string
	BodyBase64    []byte // encoding/json decodes base64
}

type outcome struct {
	Says    string
	Outcome cascade.Outcome
	Stages  []string
	Events  []struct {
		CascadeStageUUID string
		Status           string
	}
}

func read[V any](t *testing.T, name string) []V {
	folder := cmp.Or(os.Getenv("CASCADE_VECTORS"), "../../../spec/vectors/generated")
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Vectors []V }
	if err := json.Unmarshal(text, &file); err != nil || len(file.Vectors) < 20 {
		t.Fatalf("expected the vectors, got %d: %v", len(file.Vectors), err)
	}
	return file.Vectors
}

// headersOf has them as a server would: canonical.
func headersOf(v map[string]string) http.Header {
	headers := http.Header{}
	for name, value := range v {
		headers.Set(name, value)
	}
	return headers
}

// at runs a test at a time: the library reads the clock, which in a bubble is one that we set.
func at(t *testing.T, seconds int64, run func(t *testing.T)) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Unix(seconds, 0)))
		run(t)
	})
}

func TestOutcomesOfTheVectors(t *testing.T) {
	for _, v := range read[outcome](t, "outcomes.json") {
		t.Run(v.Says, func(t *testing.T) {
			events := []cascade.StatusEvent{}
			for _, event := range v.Events {
				events = append(events, cascade.StatusEvent{StageUUID: event.CascadeStageUUID, Status: event.Status})
			}
			if got := cascade.OutcomeOf(events, v.Stages); got != v.Outcome {
				t.Errorf("expected %s, got %s", v.Outcome, got)
			}
		})
	}
}

func TestVerdictsOfTheVectors(t *testing.T) {
	for _, v := range read[vector](t, "callbacks.json") {
		t.Run(v.Says, func(t *testing.T) {
			at(t, v.Now, func(t *testing.T) {
				receiver, err := cascade.NewReceiver(v.Secrets, handled)
				if err != nil {
					t.Fatal(err)
				}
				event, err := receiver.Read(headersOf(v.Headers), v.BodyBase64)
				if isValid := err == nil; isValid != (v.Verdict == "valid") {
					t.Errorf("expected %s, got %v", v.Verdict, err)
				} else if isValid && event.Status == "" {
					t.Errorf("expected an event, got %+v", event)
				}
			})
		})
	}
}

func TestBothSpellingsOfAReasonAreOne(t *testing.T) {
	for spelling, wanted := range map[string]cascade.Reason{
		"no-template-match":  cascade.ReasonNoTemplateMatch,
		"not-template-match": cascade.ReasonNoTemplateMatch,
		"of-a-later-version": "of-a-later-version",
	} {
		if got := (cascade.StatusEvent{Error: spelling}).Reason(); got != wanted {
			t.Errorf("expected %s, got %s", wanted, got)
		}
	}
}
