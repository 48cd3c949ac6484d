// Reads histories from standard input, one as JSON a line, and writes '1' (explained) or '0' and the nanoseconds of each.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/anishathalye/porcupine"
)

type operation struct {
	ID     uint8  `json:"id"`
	Answer string `json:"answer"`
	Call   int64  `json:"call"`
	// Absent: unknown, so after all others.
	End *int64 `json:"end"`
}

type history struct {
	Balance    int         `json:"balance"`
	Operations []operation `json:"operations"`
}

type state struct {
	balance int
	used    [4]uint64
}

func (s state) uses(id uint8) bool { return s.used[id/64]>>(id%64)&1 == 1 }

func (s state) accept(id uint8) state {
	s.used[id/64] |= 1 << (id % 64)
	s.balance--
	return s
}

func step(before, input, output interface{}) (bool, interface{}) {
	s, id := before.(state), input.(uint8)
	isUsed := s.uses(id)
	switch output.(string) {
	case "accepted":
		return !isUsed && s.balance > 0, s.accept(id)
	case "unknown":
		// The order after all others is the one in which it never happened.
		if !isUsed && s.balance > 0 {
			return true, s.accept(id)
		}
		return true, s
	case "not-unique", "listed":
		return isUsed, s
	case "out-of-balance":
		return !isUsed && s.balance <= 0, s
	default:
		return !isUsed, s
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	out := bufio.NewWriter(os.Stdout)

	for lines.Scan() {
		var h history
		if err := json.Unmarshal(lines.Bytes(), &h); err != nil {
			panic(err)
		}
		operations := make([]porcupine.Operation, len(h.Operations))
		for at, one := range h.Operations {
			end := int64(math.MaxInt64)
			if one.End != nil {
				end = *one.End
			}
			operations[at] = porcupine.Operation{ClientId: at, Input: one.ID, Call: one.Call, Output: one.Answer, Return: end}
		}
		model := porcupine.Model{Init: func() interface{} { return state{balance: h.Balance} }, Step: step}
		begin := time.Now()
		result := porcupine.CheckOperationsTimeout(model, operations, time.Second)
		names := map[porcupine.CheckResult]string{porcupine.Ok: "explained", porcupine.Illegal: "unexplained"}
		name, isKnown := names[result]
		if !isKnown {
			name = "undecided"
		}
		fmt.Fprintln(out, name, time.Since(begin).Nanoseconds())
		out.Flush()
	}
}
