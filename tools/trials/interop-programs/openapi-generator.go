// The round trip of `npm run interop`, by the client that OpenAPI Generator wrote for Go.
package main

import (
	"context"
	"encoding/json"
	"errors"
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
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: one.Url}}
	configuration.AddDefaultHeader("x-api-key", "demo-key")
	client := api.NewAPIClient(configuration)
	switch one.Operation {
	case "schedule":
		return schedule(client, one.Body)
	case "setCallback":
		return setCallback(client, one.Body)
	case "history":
		return history(client, one.Body)
	default:
		return decode(one.Body)
	}
}

func schedule(client *api.APIClient, text string) (map[string]any, error) {
	var body api.SchedulingRequest
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		return nil, err
	}
	result, answer, err := client.MessagesAPI.ScheduleMessage(context.Background()).SchedulingRequest(body).Execute()
	if err != nil {
		return problem(answer, err)
	}
	return map[string]any{"status": answer.StatusCode, "requestId": result.GetRequestId()}, nil
}

func problem(answer *http.Response, err error) (map[string]any, error) {
	var failure *api.GenericOpenAPIError
	if !errors.As(err, &failure) {
		return nil, err
	}
	model, ok := failure.Model().(api.Problem)
	if !ok {
		return nil, err
	}
	return map[string]any{"status": answer.StatusCode, "title": model.GetTitle()}, nil
}

func setCallback(client *api.APIClient, text string) (map[string]any, error) {
	var body api.CallbackRegistration
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		return nil, err
	}
	_, answer, err := client.CallbacksAPI.SetCallback(context.Background()).CallbackRegistration(body).Execute()
	if err != nil {
		return nil, err
	}
	return map[string]any{"status": answer.StatusCode}, nil
}

func history(client *api.APIClient, text string) (map[string]any, error) {
	var body api.MessageHistoryRequest
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		return nil, err
	}
	page, answer, err := client.MessagesAPI.ListMessages(context.Background()).MessageHistoryRequest(body).Execute()
	if err != nil {
		return nil, err
	}
	return map[string]any{"status": answer.StatusCode, "entries": len(page.GetContent())}, nil
}

func decode(text string) (map[string]any, error) {
	var event api.StatusEvent
	if err := json.Unmarshal([]byte(text), &event); err != nil {
		return nil, err
	}
	again, err := json.Marshal(event)
	if err != nil {
		return nil, err
	}
	saw := map[string]any{}
	return saw, json.Unmarshal(again, &saw)
}
