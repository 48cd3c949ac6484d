// Runs the test vectors of cascade messaging against a provider; README.md says how. Standard library only.
package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
)

type vector struct {
	ID, Says, Verdict, BodyBase64, Detail, Method, Path, Body string
	Headers                                                   map[string]string
	Needs, Secrets, Titles                                    []string
	Request                                                   *vector
	Answers                                                   []vector
	Violations                                                []map[string]any
	Status                                                    any
	LongText, Now                                             int
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// Sends a request; any one of the permitted answers is right.
func runRequest(v vector, url string) bool {
	id := make([]byte, 16)
	rand.Read(id)
	id[6], id[8] = id[6]&15|64, id[8]&63|128
	uuid := fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
	names := strings.NewReplacer("{{requestId}}", uuid, "{{hex8}}", uuid[:8], "{{longText}}", strings.Repeat("x", v.LongText))
	body := strings.NewReader(names.Replace(v.Request.Body))
	request, err := http.NewRequest(v.Request.Method, url+v.Request.Path, body)
	check(err)
	for name, value := range v.Request.Headers {
		request.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(request)
	check(err)
	defer answer.Body.Close()
	var problem struct{ Title, Detail string }
	if answer.StatusCode >= 400 {
		check(json.NewDecoder(answer.Body).Decode(&problem))
	}
	statuses := []string{fmt.Sprint(answer.StatusCode), fmt.Sprintf("%dxx", answer.StatusCode/100)}
	return slices.ContainsFunc(v.Answers, func(permitted vector) bool {
		return slices.Contains(statuses, fmt.Sprint(permitted.Status)) &&
			(permitted.Titles == nil || slices.Contains(permitted.Titles, problem.Title)) &&
			regexp.MustCompile(permitted.Detail).MatchString(problem.Detail)
	})
}

func main() {
	counts := map[string]int{}
	for name, run := range map[string]func(vector, string) bool{
		"requests": runRequest, "violations": runViolations, "callbacks": runCallback,
	} {
		text, err := os.ReadFile(os.Args[1] + "/" + name + ".json")
		check(err)
		var file struct{ Vectors []vector }
		check(json.Unmarshal(text, &file))
		for _, v := range file.Vectors {
			state := "skipped"
			if len(v.Needs) == 0 {
				state = map[bool]string{true: "passed", false: "failed"}[run(v, os.Args[2])]
			}
			if state == "failed" {
				fmt.Println(name, v.ID, v.Says, "failed")
			}
			counts[state]++
		}
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", counts["passed"], counts["failed"], counts["skipped"])
	os.Exit(min(counts["failed"], 1))
}
