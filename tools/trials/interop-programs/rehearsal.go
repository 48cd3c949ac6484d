package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	cascade "cascade.example/kit"
)

var (
	mutex sync.Mutex
	runs  = map[string]int{}
)

// The receiver tells what it handled, and waits and fails as `cascade-verify receiver` asks by the comment: `verify waits fails`,
// a word for each run.
func init() {
	handled := os.Getenv("CASCADE_HANDLED")
	if handled == "" {
		return
	}
	own := handle
	handle = func(ctx context.Context, event cascade.StatusEvent) error {
		mutex.Lock()
		runs[event.RequestID]++
		run := runs[event.RequestID]
		mutex.Unlock()
		word := ""
		if words := strings.Fields(event.Comment); run < len(words) && words[0] == "verify" {
			word = words[run]
		}
		if strings.Contains(word, "waits") {
			time.Sleep(2 * time.Second)
		}
		if strings.Contains(word, "panics") {
			panic("as the comment says")
		}
		if strings.Contains(word, "fails") {
			return errors.New("as the comment says")
		}
		if err := own(ctx, event); err != nil {
			return err
		}
		file, err := os.OpenFile(handled, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(file, event.RequestID)
		return errors.Join(err, file.Close())
	}
}
