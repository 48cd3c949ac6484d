// Receives callbacks, and handles each once:
//
//	CASCADE_SECRETS='whsec_…' go run ./receive
package main

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	cascade "cascade.example/kit"
)

// handle stores the event and returns: the provider waits some seconds only.
var handle cascade.Handle = func(_ context.Context, event cascade.StatusEvent) error {
	_, err := fmt.Println(event.RequestID, event.Status, event.Reason())
	return err
}

func main() {
	// Two secrets are current while one is replaced.
	secrets := strings.Fields(os.Getenv("CASCADE_SECRETS"))
	receiver, err := cascade.NewReceiver(secrets, handle)
	if err != nil {
		log.Fatal(err)
	}
	// Ids are in memory; for several replicas: receiver.IDs = cascade.SQLIDs{DB: db}
	http.Handle("/status", receiver)
	server := &http.Server{Addr: "127.0.0.1:" + cmp.Or(os.Getenv("PORT"), "8080"), ReadTimeout: 20 * time.Second}
	log.Fatal(server.ListenAndServe())
}
