package main

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/linxGnu/gosmpp/data"
	"github.com/linxGnu/gosmpp/pdu"
)

// plan says how a number is treated; its fields are those of a `plan` line.
type plan struct {
	accepts, refusals, status, holds      int
	responseID, receiptID, carrier, state string
}

var usual = &plan{responseID: "dec", receiptID: "dec", carrier: "native", state: "DELIVRD"}

func planOf(words []string) *plan {
	return &plan{
		accepts: numberOf(words[2]), refusals: numberOf(words[3]), status: numberOf(words[4]), holds: numberOf(words[5]),
		responseID: words[6], receiptID: words[7], carrier: words[8], state: words[9],
	}
}

// message is one that was accepted.
type message struct {
	to, from string
	number   int
	plan     *plan
}

func written(number int, form string) string {
	switch form {
	case "hex":
		return fmt.Sprintf("%x", number)
	case "HEX":
		return fmt.Sprintf("%X", number)
	case "padded":
		return fmt.Sprintf("%010d", number)
	default:
		return strconv.Itoa(number)
	}
}

func (center *smsc) take(one *session, submit *pdu.SubmitSM) {
	center.mutex.Lock()
	defer center.mutex.Unlock()
	to := submit.DestAddr.Address()
	plan := center.planFor(to)
	response := submit.GetResponse().(*pdu.SubmitSMResp)
	plan.accepts--
	if plan.accepts < 0 && plan.refusals > 0 {
		plan.refusals--
		say("refused", to)
		response.CommandStatus = data.CommandStatusType(plan.status)
		one.write(response)
		return
	}
	center.lastNumber++
	accepted := &message{to: to, from: submit.SourceAddr.Address(), number: center.lastNumber, plan: plan}
	plan.holds--
	isHeld := plan.holds >= 0
	isOwed := !isHeld && submit.RegisteredDelivery != 0 && plan.carrier != "none"
	report(submit, accepted, isOwed)
	if isHeld {
		return
	}
	response.MessageID = written(accepted.number, plan.responseID)
	if plan.carrier == "early" {
		time.AfterFunc(200*time.Millisecond, func() { one.write(response) })
	} else {
		one.write(response)
	}
	if isOwed {
		go center.tellReceipt(accepted)
	}
}

func report(submit *pdu.SubmitSM, accepted *message, isOwed bool) {
	text, err := textOf(submit)
	if err != nil {
		say("error", err.Error())
	}
	owed := "0"
	if isOwed {
		owed = "1"
	}
	encoded := base64.StdEncoding.EncodeToString([]byte(text))
	say("submit", accepted.to, accepted.from, partOf(submit), encoded, strconv.Itoa(accepted.number), owed)
}

func textOf(submit *pdu.SubmitSM) (string, error) {
	if payload, found := submit.OptionalParameters[pdu.TagMessagePayload]; found {
		return submit.Message.Encoding().Decode(payload.Data)
	}
	return submit.Message.GetMessage()
}

func partOf(submit *pdu.SubmitSM) string {
	header := submit.Message.UDH()
	parts, number, _, found := header.GetConcatInfo()
	if long, isLong := header.FindInfoElement(data.UDH_CONCAT_MSG_16_BIT_REF); isLong {
		parts, number, found = long.Data[2], long.Data[3], true
	}
	if sar, isSar := submit.OptionalParameters[pdu.TagSarSegmentSeqnum]; isSar {
		total := submit.OptionalParameters[pdu.TagSarTotalSegments]
		parts, number, found = total.Data[0], sar.Data[0], true
	}
	if !found {
		return "1/1"
	}
	return fmt.Sprintf("%d/%d", number, parts)
}

// tellReceipt tries to send the receipt for ten seconds.
func (center *smsc) tellReceipt(accepted *message) {
	for tries := 0; tries < 50; tries++ {
		if one := center.anySession(); one != nil {
			if response, isHere := one.ask(receiptOf(accepted)); isHere {
				status := int(response.GetHeader().CommandStatus)
				say("receipt", accepted.to, strconv.Itoa(status), strconv.Itoa(accepted.number))
				if status == 0 {
					return
				}
			}
		}
		time.Sleep(200 * time.Millisecond)
	}
}

func (center *smsc) anySession() *session {
	center.mutex.Lock()
	defer center.mutex.Unlock()
	for one := range center.sessions {
		return one
	}
	return nil
}

func receiptOf(accepted *message) *pdu.DeliverSM {
	receipt := pdu.NewDeliverSM().(*pdu.DeliverSM)
	receipt.EsmClass = data.SM_SMSC_DLV_RCPT_TYPE
	receipt.SourceAddr = pdu.NewAddressWithTonNpi(1, 1)
	receipt.DestAddr = pdu.NewAddressWithTonNpi(5, 0)
	must(receipt.SourceAddr.SetAddress(accepted.to))
	must(receipt.DestAddr.SetAddress(accepted.from))
	id, state := written(accepted.number, accepted.plan.receiptID), accepted.plan.state
	if accepted.plan.carrier == "tlv" {
		number := byte(data.SM_STATE_UNDELIVERABLE)
		if state == "DELIVRD" {
			number = data.SM_STATE_DELIVERED
		}
		receipt.RegisterOptionalParam(pdu.Field{Tag: pdu.TagReceiptedMessageID, Data: append([]byte(id), 0)})
		receipt.RegisterOptionalParam(pdu.Field{Tag: pdu.TagMessageStateOption, Data: []byte{number}})
		return receipt
	}
	// The library does not write receipts: this one is as in SMPP 3.4, Appendix B.
	form := "0601021504"
	if accepted.plan.carrier == "seconds" {
		form, state = "060102150405", strings.ToLower(state)
	}
	now := time.Now().Format(form)
	text := fmt.Sprintf("id:%s sub:001 dlvrd:001 submit date:%s done date:%s stat:%s err:069 text:Code", id, now, now, state)
	must(receipt.Message.SetMessageWithEncoding(text, data.ASCII))
	return receipt
}
