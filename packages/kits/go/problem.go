// Package cascade schedules cascade messages, and receives their callbacks.
package cascade

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Code is a problem code (§7.1) in its listed spelling. It is a target of errors.Is; the list grows.
type Code string

func (c Code) Error() string { return string(c) }

// Reason is an undelivered reason (§7.4) in its listed spelling; the list grows.
type Reason string

// Facts is what the catalogue of the contract says of a code or a reason; the zero value if it is not listed.
type Facts struct {
	Name string
	// Names are all spellings on the wire.
	Names  []string
	Status int
	Cause  string
	Fix    string
	Advice string
	// Retry is after-fix, after-setup (of the account), later, used-before (never with this id) or never.
	Retry string
	// Page is below the address of the documentation.
	Page string
}

//go:embed catalogue.json
var catalogue []byte

var problems, reasons = readCatalogue()

func readCatalogue() (problems, reasons map[string]Facts) {
	var all struct{ Problems, Reasons []Facts }
	if err := json.Unmarshal(catalogue, &all); err != nil {
		panic(err) // it is part of the program
	}
	bySpelling := func(facts []Facts) map[string]Facts {
		found := map[string]Facts{}
		for _, one := range facts {
			for _, name := range one.Names {
				found[name] = one
			}
		}
		return found
	}
	return bySpelling(all.Problems), bySpelling(all.Reasons)
}

// Facts says what a code means, and what to do about it.
func (c Code) Facts() Facts { return problems[string(c)] }

// Facts says what a reason means, and what to do about it.
func (r Reason) Facts() Facts { return reasons[string(r)] }

// Problem is a refusal (RFC 9457): the message is not scheduled. errors.As finds it, and errors.Is its code.
type Problem struct {
	// Code is the title in its listed spelling: the contract has two of one (§7.1).
	Code   Code
	Title  string
	Status int
	Detail string
	// RequestID is that of the call.
	RequestID string
}

func (p *Problem) Error() string {
	says := strings.TrimPrefix(strings.TrimSuffix(p.Detail, ".")+". "+p.Code.Facts().Fix, ". ")
	about := strings.TrimSuffix(fmt.Sprintf("status %d, request %s", p.Status, p.RequestID), ", request ")
	return fmt.Sprintf("%s: %s (%s)", p.Title, cmp.Or(strings.TrimSpace(says), "not listed in this version of the contract"), about)
}

// Is reports whether target is the code of the problem.
func (p *Problem) Is(target error) bool { return target == p.Code }

func problemOf(status int, body []byte) *Problem {
	var read struct {
		Title  string `json:"title"`
		Detail any    `json:"detail"`
	}
	if json.Unmarshal(body, &read) != nil || read.Title == "" {
		return nil
	}
	detail, _ := read.Detail.(string)
	return &Problem{Code: Code(cmp.Or(problems[read.Title].Name, read.Title)), Title: read.Title, Status: status, Detail: detail}
}

// Violation is a stage without content, or, without a stage, content for a channel that has none (§7.3).
type Violation struct {
	CascadeID int
	Channel   string
	Stage     string
}

var violation = regexp.MustCompile(
	`\[\s*cascadeTemplateId:([\d,]+)\s*;(?:\s*stageUuid:([^;\]]*?)\s*;)?\s*(?:contentChannelType|channelType):([^;\]]*?)\s*\]`)

// Violations are what Detail of the validation error lists (§7.3), in its order.
func (p *Problem) Violations() []Violation {
	found := []Violation{}
	for _, match := range violation.FindAllStringSubmatch(p.Detail, -1) {
		if id, err := strconv.Atoi(strings.ReplaceAll(match[1], ",", "")); err == nil {
			found = append(found, Violation{id, match[3], match[2]})
		}
	}
	return found
}
