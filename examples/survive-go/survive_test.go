// Tests that the shop survives what a provider does to it. A mock with --control runs at CASCADE_MOCK.
package survive

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	cascade "cascade.example/kit"
)

// After a lost answer, the message is sent once.
func TestLostAnswer(t *testing.T) {
	account, shop := openShop(t)
	control(t, "behaviours", object{"account": account, "operation": "scheduleMessage", "fault": "accept-and-lose"})

	send(t, shop)

	requests := control(t, "requests?operation=scheduleMessage&account="+account, nil)["requests"].([]any)
	if first := requests[0].(map[string]any); first["status"] != nil {
		t.Errorf("the first answer has the status %v, expected a lost one", first["status"])
	}
	if accepted := control(t, "accounts?account="+account, nil)["usedRequestIdCount"]; accepted != 1.0 {
		t.Errorf("%v messages are accepted, expected 1", accepted)
	}
}

// A callback that comes twice is billed once.
func TestDoubledCallback(t *testing.T) {
	account, shop := openShop(t)
	control(t, "scenes", object{"account": account, "callbacks": []object{{"status": "DELIVERED", "repeat": 1}}})

	send(t, shop)
	control(t, "clock", object{"account": account, "forwardSeconds": 0}) // until all callbacks are answered

	sent := control(t, "callbacks?eventStatus=DELIVERED&account="+account, nil)["callbacks"].([]any)
	if billed := shop.Billed(); len(sent) != 2 || billed != 1 {
		t.Errorf("of %d callbacks %d are billed, expected 1 of 2", len(sent), billed)
	}
}

// A message that is delivered late, after its last stage has failed, is delivered.
func TestLateDelivery(t *testing.T) {
	account, shop := openShop(t)
	late := object{"channel": "CHATTWO", "receipts": []object{{"status": "DELIVERED", "afterSeconds": 420}}}
	stages := []object{late, {"channel": "SMS", "response": "UNDELIVERED"}}
	control(t, "scenes", object{"account": account, "stages": stages})

	requestID := send(t, shop)
	for _, step := range []struct {
		seconds  int
		expected cascade.Outcome
	}{{300, cascade.Failed}, {120, cascade.Delivered}} {
		control(t, "clock", object{"account": account, "forwardSeconds": step.seconds})
		outcome, err := shop.Outcome(t.Context(), requestID)
		if err != nil {
			t.Fatal(err)
		}
		if outcome != step.expected {
			t.Errorf("the message is %s, expected %s", outcome, step.expected)
		}
	}
}

// openShop opens one with an account of its own: CHATTWO, after five minutes SMS. The clock of the account is stopped.
func openShop(t *testing.T) (string, *Shop) {
	t.Helper()
	stages := []object{{"channel": "CHATTWO", "ttl": "00:05:00"}, {"channel": "SMS"}}
	created := control(t, "accounts", object{"cascades": []object{{"id": 1, "stages": stages}}})
	account, key, secret := created["name"].(string), created["key"].(string), created["callbackSecret"].(string)
	control(t, "clock", object{"account": account, "speed": 0})

	// A second attempt would wait a quarter of a second.
	client := &cascade.Client{BaseURL: mock, APIKey: key, Attempts: 1}
	shop, err := NewShop(client, secret)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(shop)
	t.Cleanup(server.Close)
	if _, err := client.SetCallback(t.Context(), cascade.Registration{URL: server.URL, Secret: secret}); err != nil {
		t.Fatal(err)
	}
	return account, shop
}

func send(t *testing.T, shop *Shop) string {
	t.Helper()
	requestID, err := shop.Send(t.Context(), "+12025550199", "Tomorrow at 10")
	if err != nil {
		t.Fatal(err)
	}
	return requestID
}

type object map[string]any

var mock = cmp.Or(os.Getenv("CASCADE_MOCK"), "http://127.0.0.1:4010")

// control calls the control interface of the mock: POST with a body, else GET.
func control(t *testing.T, path string, body object) object {
	t.Helper()
	method, content := http.MethodGet, []byte(nil)
	if body != nil {
		method = http.MethodPost
		content, _ = json.Marshal(body)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, mock+"/control/"+path, bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("content-type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var answer object
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || response.StatusCode > 299 {
		t.Fatal(response.Status, answer["detail"], err)
	}
	return answer
}
