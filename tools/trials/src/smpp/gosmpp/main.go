// An SMSC on the PDUs and the alphabets of gosmpp, whose sessions are those of clients only: the sessions here are
// ours. `smsc <port> <tcp or tls> <number of the last message> <key> <certificate>`. `peer.ts` describes the lines on
// its input and its output.
package main

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/linxGnu/gosmpp"
	"github.com/linxGnu/gosmpp/data"
	"github.com/linxGnu/gosmpp/pdu"
)

type smsc struct {
	mutex        sync.Mutex
	plans        map[string]*plan
	sessions     map[*session]bool
	lastNumber   int
	bindsRefused bool
}

func main() {
	port, transport, last, key, certificate := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]
	center := &smsc{plans: map[string]*plan{}, sessions: map[*session]bool{}, lastNumber: numberOf(last)}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	must(err)
	if transport == "tls" {
		pair, err := tls.LoadX509KeyPair(certificate, key)
		must(err)
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{pair}})
	}
	go func() {
		for {
			connection, err := listener.Accept()
			must(err)
			one := &session{connection: gosmpp.NewConnection(connection), waiting: map[int32]chan pdu.PDU{}}
			go center.serve(one)
		}
	}()
	say("ready")
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		center.obey(strings.Split(lines.Text(), "\t"))
	}
}

func must(err error) {
	if err != nil {
		say("error", err.Error())
		os.Exit(1)
	}
}

func numberOf(digits string) int {
	number, err := strconv.Atoi(digits)
	must(err)
	return number
}

var output sync.Mutex

func say(fields ...string) {
	output.Lock()
	defer output.Unlock()
	fmt.Println(strings.Join(fields, "\t"))
}

func (center *smsc) obey(words []string) {
	center.mutex.Lock()
	defer center.mutex.Unlock()
	switch words[0] {
	case "plan":
		center.plans[words[1]] = planOf(words)
	case "owe":
		owed := &message{to: words[2], from: words[3], number: numberOf(words[1]), plan: usual}
		go center.tellReceipt(owed)
	case "cut":
		for one := range center.sessions {
			_ = one.connection.Close()
		}
	case "unbind":
		for one := range center.sessions {
			go one.unbind()
		}
	case "binds":
		center.bindsRefused = words[1] == "refuse"
	default:
		say("error", "unknown command "+words[0])
	}
}

// serve answers what a client sends until its connection ends.
func (center *smsc) serve(one *session) {
	defer center.forget(one)
	for {
		received, err := pdu.Parse(one.connection)
		if err != nil {
			return
		}
		switch request := received.(type) {
		case *pdu.BindRequest:
			center.bind(one, request)
		case *pdu.SubmitSM:
			center.take(one, request)
		case *pdu.Unbind:
			one.write(request.GetResponse())
			return
		case *pdu.DeliverSMResp, *pdu.UnbindResp:
			one.settle(received)
		default:
			if received.CanResponse() {
				one.write(received.GetResponse())
			}
		}
	}
}

func (center *smsc) forget(one *session) {
	center.mutex.Lock()
	delete(center.sessions, one)
	center.mutex.Unlock()
	one.end()
}

func (center *smsc) bind(one *session, request *pdu.BindRequest) {
	center.mutex.Lock()
	defer center.mutex.Unlock()
	response := pdu.NewBindResp(*request)
	switch {
	case center.bindsRefused:
		response.CommandStatus = data.ESME_RBINDFAIL
	case request.SystemID != "cascade":
		response.CommandStatus = data.ESME_RINVSYSID
	case request.Password != "secret":
		response.CommandStatus = data.ESME_RINVPASWD
	}
	response.SystemID = "gosmpp"
	one.write(response)
	if response.CommandStatus != data.ESME_ROK {
		say("bind-refused", strconv.Itoa(int(response.CommandStatus)))
		return
	}
	center.sessions[one] = true
	say("bind", request.SystemID)
}

func (center *smsc) planFor(to string) *plan {
	if known := center.plans[to]; known != nil {
		return known
	}
	return usual
}
