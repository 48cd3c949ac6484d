package cascade

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Message is a scheduling request (§2.1). Without a RequestID, a call makes one.
type Message struct {
	RequestID        string           `json:"requestId"`
	CascadeID        int              `json:"cascadeId"`
	SubscriberFilter SubscriberFilter `json:"subscriberFilter"`
	// Content holds smsContent, chatoneContent and chattwoContent, each as your own type or a generated one.
	Content   map[string]any `json:"content"`
	StartTime *time.Time     `json:"startTime,omitempty"`
	Comment   string         `json:"comment,omitempty"`
}

// SubscriberFilter names the subscriber.
type SubscriberFilter struct {
	Address string `json:"address"`
	Type    string `json:"type"`
}

// Scheduled says how a message was scheduled.
type Scheduled struct {
	RequestID string
	// Replayed: an earlier attempt of this call was accepted, although its answer was lost.
	Replayed bool
	Attempts int
}

// NotSent says that nothing reached the provider: an argument is wrong, the context had ended before, or no attempt got a
// connection. It unwraps to the cause.
type NotSent struct {
	RequestID string
	Err       error
}

func (n *NotSent) Error() string { return fmt.Sprintf("not sent: %v%s", n.Err, ofRequest(n.RequestID)) }

func (n *NotSent) Unwrap() error { return n.Err }

// Unreadable is an answer that is not of the API, such as a proxy's page or a redirect, which is not followed.
type Unreadable struct {
	RequestID string
	Status    int
	// Location is where a redirect pointed.
	Location string
	Text     string
}

func (u *Unreadable) Error() string {
	where := ""
	if u.Location != "" {
		path, _, _ := strings.Cut(u.Location, "?") // what follows may be a token
		where = ", which points to " + path + " and is not followed"
	}
	return fmt.Sprintf("status %d without a body of the API%s%s", u.Status, where, ofRequest(u.RequestID))
}

// UnknownOutcome says that a message may be scheduled or not: the history tells, or its callbacks. Err is the last failure.
type UnknownOutcome struct {
	RequestID string
	Err       error
}

func (u *UnknownOutcome) Error() string {
	said := fmt.Sprintf("%v; it may be scheduled", u.Err)
	if strings.Contains(said, u.RequestID) {
		return said
	}
	return said + ofRequest(u.RequestID)
}

// Unwrap returns Err, unless it is a *Problem or *Unreadable: of a whole call, these say that it is not scheduled.
func (u *UnknownOutcome) Unwrap() error {
	var problem *Problem
	var unreadable *Unreadable
	if errors.As(u.Err, &problem) || errors.As(u.Err, &unreadable) {
		return nil
	}
	return u.Err
}

func ofRequest(id string) string {
	if id == "" {
		return ""
	}
	return " (request " + id + ")"
}

// Template is a cascade of the account (§4.2, ADR-0013).
type Template struct {
	ID          int64   `json:"id"`
	Name        string  `json:"name"`
	Status      string  `json:"status"`
	StagesCount int     `json:"stagesCount"`
	Stages      []Stage `json:"stages"`
}

// Stage is a stage of a cascade; Stages has the one that follows it.
type Stage struct {
	UUID     string `json:"uuid"`
	Order    int    `json:"order"`
	Decision *struct {
		Type string `json:"type"`
		TTL  string `json:"ttl"`
	} `json:"decision"`
	Subject struct {
		ID      int    `json:"id"`
		Name    string `json:"name"`
		Subject string `json:"subject"`
		Type    string `json:"type"`
	} `json:"subject"`
	Stages []Stage `json:"stages"`
}

// Registration is the address of the status callbacks (ADR-0014).
type Registration struct {
	URL       string `json:"statusCallbackUrl"`
	SubjectID *int   `json:"subjectId,omitempty"`
	// Secret signs the callbacks. Without one, the provider may make one, and returns it this once (ADR-0057).
	Secret string `json:"secret,omitempty"`
}

// Entry is what became of a message at a stage (ADR-0035).
type Entry struct {
	MessageID   int64           `json:"messageId"`
	RequestID   string          `json:"requestId"`
	Status      string          `json:"deliveryStatus"`
	StatusAt    string          `json:"statusAt"`
	Error       string          `json:"error"`
	Direction   string          `json:"direction"`
	ChannelType string          `json:"channelType"`
	SubjectID   *int            `json:"subjectId"`
	CascadeID   int64           `json:"cascadeId"`
	Address     string          `json:"address"`
	Comment     string          `json:"comment"`
	Content     json.RawMessage `json:"content"`
}

// StatusEvent is a status event (§6). A status or reason that is not listed is possible; a field that the provider omits is
// empty or nil.
type StatusEvent struct {
	RequestID string
	Status    string
	// Error is the reason as it was sent.
	Error string
	// StageUUID distinguishes the stages of a cascade, each of which has events of its own.
	StageUUID string
	// StatusAt is when the status changed, ISO 8601. Events may arrive out of order: sort them by it.
	StatusAt    string
	ChannelType string
	CascadeID   *int64
	MessageID   *int64
	Subject     string
	SubjectID   *int64
	// Comment is that of the request.
	Comment string
	// Raw has the bytes as they came, which the signature covers.
	Raw []byte
}

// Reason is that of an undelivered message, in the listed spelling; empty if there is none.
func (e StatusEvent) Reason() Reason {
	return Reason(cmp.Or(reasons[e.Error].Name, e.Error))
}

// UnmarshalJSON reads an event. A field of another type than the described one counts as absent.
func (e *StatusEvent) UnmarshalJSON(body []byte) error {
	var fields map[string]json.RawMessage
	if json.Unmarshal(body, &fields) != nil || fields == nil || !utf8.Valid(body) {
		return errors.New("the body is not a JSON object in UTF-8")
	}
	text := func(name string) (value string) {
		if json.Unmarshal(fields[name], &value) != nil {
			return ""
		}
		return value
	}
	number := func(name string) (value *int64) {
		if json.Unmarshal(fields[name], &value) != nil {
			return nil
		}
		return value
	}
	*e = StatusEvent{
		RequestID: text("requestId"), Status: text("status"), Error: text("error"), StageUUID: text("cascadeStageUUID"),
		StatusAt: text("statusAt"), ChannelType: text("channelType"), CascadeID: number("cascadeId"),
		MessageID: number("messageId"), Subject: text("subject"), SubjectID: number("subjectId"),
		Comment: text("comment"), Raw: bytesOf(body),
	}
	isUnknown := string(fields["requestId"]) == "null" // to the provider
	if e.Status == "" || (e.RequestID == "" && e.MessageID == nil && !isUnknown) {
		return errNoEvent
	}
	return nil
}

var errNoEvent = errors.New("a status event has status, and requestId or messageId")

// bytesOf copies what a decoder may write over.
func bytesOf(body []byte) []byte { return append([]byte(nil), body...) }
