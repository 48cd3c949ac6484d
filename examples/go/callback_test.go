package main

import (
	"cmp"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

type vector struct {
	Says, Verdict string
	Secrets       []string
	Now           int64
	Headers       map[string]string
	BodyBase64    []byte // encoding/json decodes base64
}

type outcome struct {
	Says, Outcome string
	Stages        []string
	Events        []StatusEvent
}

func read[V any](t *testing.T, name string) []V {
	folder := cmp.Or(os.Getenv("CASCADE_VECTORS"), "../../spec/vectors/generated")
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
		if got := outcomeOf(v.Events, v.Stages); got != v.Outcome {
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
				event, err := readCallback(headers, v.BodyBase64, v.Secrets...)
				if isValid := err == nil; isValid != (v.Verdict == "valid") {
					t.Errorf("expected %s, got %v", v.Verdict, err)
				} else if isValid && event.Status == "" {
					t.Errorf("expected an event, got %+v", event)
				}
			})
		})
	}
}
