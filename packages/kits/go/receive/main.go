// Receives callbacks, and handles each once:
//
//	CASCADE_SECRETS='whsec_…' go run ./receive
package main

import (
	"cmp"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"

	cascade "cascade.example/kit"
)

func main() {
	receiver := &cascade.Receiver{
		// Two are current while one is replaced.
		Secrets: strings.Fields(os.Getenv("CASCADE_SECRETS")),
		// Store the event and return: the provider waits some seconds only.
		Handle: func(event cascade.StatusEvent) error {
			_, err := fmt.Println(event.RequestID, event.Status, event.Reason())
			return err
		},
	}
	http.Handle("POST /status", receiver)
	// An address can be registered only if it answers HEAD with 200 (ADR-0014); GET answers HEAD too.
	http.HandleFunc("GET /status", func(http.ResponseWriter, *http.Request) {})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+cmp.Or(os.Getenv("PORT"), "8080"), nil))
}
