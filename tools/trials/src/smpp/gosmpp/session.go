package main

import (
	"sync"
	"time"

	"github.com/linxGnu/gosmpp"
	"github.com/linxGnu/gosmpp/pdu"
)

// session is a connection of a client.
type session struct {
	connection *gosmpp.Connection
	mutex      sync.Mutex
	// waiting has the requests without a response, by sequence number; nil after the end.
	waiting map[int32]chan pdu.PDU
}

func (one *session) write(sent pdu.PDU) {
	one.mutex.Lock()
	defer one.mutex.Unlock()
	// If it fails, the reader of the connection ends the session.
	_, _ = one.connection.WritePDU(sent)
}

// ask returns the response to a request; false if none comes.
func (one *session) ask(request pdu.PDU) (pdu.PDU, bool) {
	response := make(chan pdu.PDU, 1)
	one.mutex.Lock()
	if one.waiting == nil {
		one.mutex.Unlock()
		return nil, false
	}
	one.waiting[request.GetSequenceNumber()] = response
	one.mutex.Unlock()
	one.write(request)
	select {
	case found, isHere := <-response:
		return found, isHere
	case <-time.After(10 * time.Second):
		return nil, false
	}
}

func (one *session) settle(response pdu.PDU) {
	one.mutex.Lock()
	defer one.mutex.Unlock()
	number := response.GetSequenceNumber()
	if waiting, found := one.waiting[number]; found {
		delete(one.waiting, number)
		waiting <- response
	}
}

func (one *session) unbind() {
	one.ask(pdu.NewUnbind())
	_ = one.connection.Close()
}

func (one *session) end() {
	_ = one.connection.Close()
	one.mutex.Lock()
	defer one.mutex.Unlock()
	for _, waiting := range one.waiting {
		close(waiting)
	}
	one.waiting = nil
}
