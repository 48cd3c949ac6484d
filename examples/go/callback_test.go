package main

import (
	"cmp"
	"encoding/json"
	"net/http"
	"os"
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

func TestVerdictsOfTheVectors(t *testing.T) {
	text, err := os.ReadFile(cmp.Or(os.Getenv("CASCADE_VECTORS"), "../../spec/vectors/generated/callbacks.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Vectors []vector }
	if err := json.Unmarshal(text, &file); err != nil || len(file.Vectors) < 20 {
		t.Fatalf("expected the vectors, got %d: %v", len(file.Vectors), err)
	}
	for _, v := range file.Vectors {
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
