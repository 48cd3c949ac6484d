package cascade_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
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
	Events  []cascade.StatusEvent
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

func TestOutcomesOfTheVectors(t *testing.T) {
	for _, v := range read[outcome](t, "outcomes.json") {
		if got := cascade.OutcomeOf(v.Events, v.Stages); got != v.Outcome {
			t.Errorf("%s: expected %s, got %s", v.Says, v.Outcome, got)
		}
	}
}

func TestVerdictsOfTheVectors(t *testing.T) {
	for _, v := range read[vector](t, "callbacks.json") {
		t.Run(v.Says, func(t *testing.T) {
			// The library reads the clock: in a bubble it is one that we set.
			synctest.Test(t, func(t *testing.T) {
				time.Sleep(time.Until(time.Unix(v.Now, 0)))
				headers := http.Header{}
				for name, value := range v.Headers {
					headers.Set(name, value)
				}
				receiver := cascade.Receiver{Secrets: v.Secrets}
				event, err := receiver.Read(headers, v.BodyBase64)
				if isValid := err == nil; isValid != (v.Verdict == "valid") {
					t.Errorf("expected %s, got %v", v.Verdict, err)
				} else if isValid && event.Status == "" {
					t.Errorf("expected an event, got %+v", event)
				}
			})
		})
	}
}

func TestEachCallbackIsHandledOnce(t *testing.T) {
	vectors := read[vector](t, "callbacks.json")
	v := vectors[slices.IndexFunc(vectors, func(v vector) bool { return v.Verdict == "valid" })]
	handled := 0
	receiver := &cascade.Receiver{Secrets: v.Secrets, Handle: func(cascade.StatusEvent) error {
		if handled++; handled == 1 {
			return errors.New("the disk is full")
		}
		return nil
	}}
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Unix(v.Now, 0)))
		for _, wanted := range []int{500, 204, 204} {
			request := httptest.NewRequest("POST", "/", bytes.NewReader(v.BodyBase64))
			for name, value := range v.Headers {
				request.Header.Set(name, value)
			}
			answer := httptest.NewRecorder()
			if receiver.ServeHTTP(answer, request); answer.Code != wanted {
				t.Errorf("expected %d, got %d", wanted, answer.Code)
			}
		}
	})
	if handled != 2 {
		t.Errorf("expected it to be handled again after the failure alone, got %d times", handled)
	}
}

func TestBothSpellingsOfAReasonAreOne(t *testing.T) {
	for spelling, wanted := range map[string]cascade.Reason{
		"no-template-match":  cascade.ReasonNoTemplateMatch,
		"not-template-match": cascade.ReasonNoTemplateMatch,
		"of-a-later-version": "of-a-later-version",
	} {
		if got := (cascade.StatusEvent{Error: &spelling}).Reason(); got != wanted {
			t.Errorf("expected %s, got %s", wanted, got)
		}
	}
}
