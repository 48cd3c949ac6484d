// The frame of the programs in Go: takes each step by the generated client, and prints what it saw.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"interop/api"
)

type step struct {
	Name, Operation, Url, Body string
}

type seen = map[string]any

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	steps, err := read[[]step](string(text))
	if err != nil {
		panic(err)
	}
	for _, one := range steps {
		saw, err := take(one)
		if err != nil {
			saw = seen{"failed": err.Error()}
		}
		line, _ := json.Marshal(seen{"step": one.Name, "saw": saw})
		fmt.Println(string(line))
	}
}

func take(one step) (seen, error) {
	if one.Operation == "decode" {
		return decode(one.Body)
	}
	return send(one)
}

// decode reads a callback as the generated model, and shows the members that the model writes.
func decode(text string) (seen, error) {
	event, err := read[api.StatusEvent](text)
	if err != nil {
		return nil, err
	}
	again, err := json.Marshal(event)
	if err != nil {
		return nil, err
	}
	return read[seen](string(again))
}

// read returns the model that JSON text holds.
func read[Model any](text string) (model Model, err error) {
	err = json.Unmarshal([]byte(text), &model)
	return model, err
}
