package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var brackets = regexp.MustCompile(`\[cascadeTemplateId:([\d,]+);(?:stageUuid:([^;\]]+);channelType|contentChannelType):([^;\]]+)\]`)

// Reads the violations of a detail (§7.3).
func runViolations(v vector, _ string) bool {
	var found []map[string]any
	for _, match := range brackets.FindAllStringSubmatch(v.Detail, -1) {
		id, _ := strconv.ParseFloat(strings.ReplaceAll(match[1], ",", ""), 64)
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
	body, _ := base64.StdEncoding.DecodeString(v.BodyBase64)
	for _, secret := range v.Secrets {
		key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%d.%s", v.Headers["webhook-id"], sentAt, body)
		good := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		for _, given := range strings.Fields(v.Headers["webhook-signature"]) {
			isSigned = isSigned || hmac.Equal(good, []byte(given))
		}
	}
	return (isRecent && isSigned) == (v.Verdict == "valid")
}
