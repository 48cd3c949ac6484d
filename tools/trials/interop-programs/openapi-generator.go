// The round trip of `npm run trials -- interop`, by the client that OpenAPI Generator wrote for Go.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"interop/api"
)

func send(one step) (seen, error) {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: one.Url}}
	configuration.AddDefaultHeader("x-api-key", "demo-key")
	client := api.NewAPIClient(configuration)
	switch one.Operation {
	case "schedule":
		return schedule(client, one.Body)
	case "setCallback":
		return setCallback(client, one.Body)
	default:
		return history(client, one.Body)
	}
}

func schedule(client *api.APIClient, text string) (seen, error) {
	body, err := read[api.SchedulingRequest](text)
	if err != nil {
		return nil, err
	}
	result, answer, err := client.MessagesAPI.ScheduleMessage(context.Background()).SchedulingRequest(body).Execute()
	if err != nil {
		return problem(answer, err)
	}
	return seen{"status": answer.StatusCode, "requestId": result.GetRequestId()}, nil
}

// problem reads the body of a refusal as the generated model, whichever the description has for the status.
func problem(answer *http.Response, err error) (seen, error) {
	var failure *api.GenericOpenAPIError
	if !errors.As(err, &failure) {
		return nil, err
	}
	model, err := read[api.Problem](string(failure.Body()))
	if err != nil {
		return nil, err
	}
	again, err := json.Marshal(model.Title)
	if err != nil {
		return nil, err
	}
	return seen{"status": answer.StatusCode, "title": json.RawMessage(again)}, nil
}

func setCallback(client *api.APIClient, text string) (seen, error) {
	body, err := read[api.CallbackRegistration](text)
	if err != nil {
		return nil, err
	}
	_, answer, err := client.CallbacksAPI.SetCallback(context.Background()).CallbackRegistration(body).Execute()
	if err != nil {
		return nil, err
	}
	return seen{"status": answer.StatusCode}, nil
}

func history(client *api.APIClient, text string) (seen, error) {
	body, err := read[api.MessageHistoryRequest](text)
	if err != nil {
		return nil, err
	}
	page, answer, err := client.HistoryAPI.ListMessages(context.Background()).MessageHistoryRequest(body).Execute()
	if err != nil {
		return nil, err
	}
	return seen{"status": answer.StatusCode, "entries": len(page.GetContent())}, nil
}
