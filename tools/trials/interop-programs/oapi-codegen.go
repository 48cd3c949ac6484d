// The round trip of `npm run trials -- interop`, by the client that oapi-codegen generated.
package main

import (
	"context"
	"net/http"

	"interop/api"
)

func send(one step) (seen, error) {
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

func schedule(client *api.ClientWithResponses, text string) (seen, error) {
	body, err := read[api.SchedulingRequest](text)
	if err != nil {
		return nil, err
	}
	answer, err := client.ScheduleMessageWithResponse(context.Background(), body)
	if err != nil {
		return nil, err
	}
	saw := seen{"status": answer.StatusCode()}
	if answer.JSON200 != nil {
		saw["requestId"] = answer.JSON200.RequestId
		return saw, nil
	}
	problem, err := read[api.Problem](string(answer.Body))
	if err != nil {
		return nil, err
	}
	saw["title"] = problem.Title
	return saw, nil
}

func setCallback(client *api.ClientWithResponses, text string) (seen, error) {
	body, err := read[api.CallbackRegistration](text)
	if err != nil {
		return nil, err
	}
	answer, err := client.SetCallbackWithResponse(context.Background(), body)
	if err != nil {
		return nil, err
	}
	return seen{"status": answer.StatusCode()}, nil
}

func history(client *api.ClientWithResponses, text string) (seen, error) {
	body, err := read[api.MessageHistoryRequest](text)
	if err != nil {
		return nil, err
	}
	answer, err := client.ListMessagesWithResponse(context.Background(), body)
	if err != nil {
		return nil, err
	}
	saw := seen{"status": answer.StatusCode()}
	if answer.JSON200 != nil {
		saw["entries"] = len(answer.JSON200.Content)
	}
	return saw, nil
}
