// Runs the test vectors of cascade messaging against a provider; README.md says how. Standard library only.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

type vector struct {
	ID, Says, Verdict, Detail, Method, Path, Body string
	BodyBase64                                    []byte
	Headers                                       map[string]string
	Needs, Secrets, Titles                        []string
	Request                                       *vector
	Answers                                       []vector
	Violations                                    []map[string]any
	Status                                        any
	LongText, Now                                 int
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

// Sends a request; any one of the permitted answers is right.
func runRequest(v vector, url string) bool {
	id := fmt.Sprintf("%08x-0000-4000-8000-%012x", rand.Uint32(), rand.Int64N(1<<48))
	names := strings.NewReplacer("{{requestId}}", id, "{{hex8}}", id[:8], "{{longText}}", strings.Repeat("x", v.LongText))
	request := must(http.NewRequest(v.Request.Method, url+v.Request.Path, strings.NewReader(names.Replace(v.Request.Body))))
	for name, value := range v.Request.Headers {
		request.Header.Set(name, value)
	}
	answer := must(http.DefaultClient.Do(request))
	defer answer.Body.Close()
	var problem struct{ Title, Detail string }
	if answer.StatusCode >= 400 {
		must(0, json.NewDecoder(answer.Body).Decode(&problem))
	}
	statuses := []string{fmt.Sprint(answer.StatusCode), fmt.Sprintf("%dxx", answer.StatusCode/100)}
	return slices.ContainsFunc(v.Answers, func(permitted vector) bool {
		return slices.Contains(statuses, fmt.Sprint(permitted.Status)) &&
			(permitted.Titles == nil || slices.Contains(permitted.Titles, problem.Title)) &&
			regexp.MustCompile(permitted.Detail).MatchString(problem.Detail)
	})
}

var brackets = regexp.MustCompile(`\[cascadeTemplateId:([\d,]+);(?:stageUuid:([^;\]]+);channelType|contentChannelType):([^;\]]+)\]`)

// Reads the violations of a detail (§7.3).
func runViolations(v vector, _ string) bool {
	var found []map[string]any
	for _, match := range brackets.FindAllStringSubmatch(v.Detail, -1) {
		id := must(strconv.ParseFloat(strings.ReplaceAll(match[1], ",", ""), 64))
		one := map[string]any{"kind": "stage-not-found", "cascadeId": id, "channel": match[3]}
		if match[2] != "" {
			one["kind"], one["stageUuid"] = "content-not-found", match[2]
		}
		found = append(found, one)
	}
	return fmt.Sprint(found) == fmt.Sprint(v.Violations) // maps are printed in the order of their keys
}

// Verifies the signature of a callback (Standard Webhooks).
func runCallback(v vector, _ string) bool {
	sentAt, err := strconv.Atoi(v.Headers["webhook-timestamp"])
	isRecent, isSigned := err == nil && max(v.Now-sentAt, sentAt-v.Now) <= 300, false
	given := strings.Fields(v.Headers["webhook-signature"])
	for _, secret := range v.Secrets {
		mac := hmac.New(sha256.New, must(base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))))
		fmt.Fprintf(mac, "%s.%d.%s", v.Headers["webhook-id"], sentAt, v.BodyBase64)
		good := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		isSigned = isSigned || slices.ContainsFunc(given, func(one string) bool { return hmac.Equal(good, []byte(one)) })
	}
	return (isRecent && isSigned) == (v.Verdict == "valid")
}

func main() {
	runners := map[string]func(vector, string) bool{"requests": runRequest, "violations": runViolations, "callbacks": runCallback}
	passed, failed, skipped := 0, 0, 0
	for name, run := range runners {
		var file struct{ Vectors []vector }
		must(0, json.Unmarshal(must(os.ReadFile(os.Args[1]+"/"+name+".json")), &file))
		for _, v := range file.Vectors {
			if len(v.Needs) > 0 {
				skipped++
			} else if run(v, os.Args[2]) {
				passed++
			} else {
				failed++
				fmt.Println(name, v.ID, v.Says, "failed")
			}
		}
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped)
	os.Exit(min(failed, 1))
}
