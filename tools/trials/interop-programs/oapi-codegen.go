// The round trip of `npm run interop`, by the client that oapi-codegen generated.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"interop/api"
)

type step struct {
	Name, Operation, Url, Body string
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var steps []step
	if err := json.Unmarshal(text, &steps); err != nil {
		panic(err)
	}
	for _, one := range steps {
		saw, err := take(one)
		if err != nil {
			saw = map[string]any{"failed": err.Error()}
		}
		line, _ := json.Marshal(map[string]any{"step": one.Name, "saw": saw})
		fmt.Println(string(line))
	}
}

func take(one step) (map[string]any, error) {
	if one.Operation == "decode" {
		return decode(one.Body)
	}
	client, err := api.NewClientWithResponses(one.Url, api.WithRequestEditorFn(withKey))
	if err != nil {
		return nil, err
	}
	switch one.Operation {
	case "schedule":
		return schedule(client, one.Body)
	case "setCallback":
		return setCallback(client, one.Body)
	default:
		return history(client, one.Body)
	}
}

func withKey(_ context.Context, request *http.Request) error {
	request.Header.Set("x-api-key", "demo-key")
	return nil
}

func schedule(client *api.ClientWithResponses, text string) (map[string]any, error) {
	var body api.SchedulingRequest
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		return nil, err
	}
	answer, err := client.ScheduleMessageWithResponse(context.Background(), body)
	if err != nil {
		return nil, err
	}
	saw := map[string]any{"status": answer.StatusCode()}
	if answer.JSON200 != nil {
		saw["requestId"] = answer.JSON200.RequestId
		return saw, nil
	}
	var problem api.Problem
	if err := json.Unmarshal(answer.Body, &problem); err != nil {
		return nil, err
	}
	saw["title"] = problem.Title
	return saw, nil
}

func setCallback(client *api.ClientWithResponses, text string) (map[string]any, error) {
	var body api.CallbackRegistration
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		return nil, err
	}
	answer, err := client.SetCallbackWithResponse(context.Background(), body)
	if err != nil {
		return nil, err
	}
	return map[string]any{"status": answer.StatusCode()}, nil
}

func history(client *api.ClientWithResponses, text string) (map[string]any, error) {
	var body api.MessageHistoryRequest
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		return nil, err
	}
	answer, err := client.ListMessagesWithResponse(context.Background(), body)
	if err != nil {
		return nil, err
	}
	saw := map[string]any{"status": answer.StatusCode()}
	if answer.JSON200 != nil {
		saw["entries"] = len(answer.JSON200.Content)
	}
	return saw, nil
}

func decode(text string) (map[string]any, error) {
	var event api.StatusEvent
	if err := json.Unmarshal([]byte(text), &event); err != nil {
		return nil, err
	}
	return map[string]any{"requestId": event.RequestId, "status": event.Status, "error": event.Error}, nil
}
