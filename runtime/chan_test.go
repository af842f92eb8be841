package runtime

import (
	"testing"
)

func TestChanBuffered(t *testing.T) {
	// Two senders, one receiver: 1 and 2 come in either order.
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int, 1)
		Go(s, func() { SendTo(ch, s).Send(1) })
		Go(s, func() { SendTo(ch, s).Send(2) })
		a := Recv(ch, s)
		b := Recv(ch, s)
		out("%d%d", a, b)
	}, spec{outcomes: []string{"12", "21"}, native: true})
}

func TestChanRendezvous(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int)
		done := make(chan bool, 2)
		for i := range 2 {
			Go(s, func() {
				SendTo(ch, s).Send(i)
				SendTo(done, s).Send(true)
			})
		}
		a := Recv(ch, s)
		b := Recv(ch, s)
		out("%d%d", a, b)
	}, spec{outcomes: []string{"01", "10"}, native: true})
}

func TestChanRendezvousIsOneStep(t *testing.T) {
	// Begin main, Spawn, Begin child, then the joint event: main can have the
	// Spawn only before the child's Begin, and the rendezvous only after both.
	s := testSites(t, "ch")
	res := explored(t, Settings{Races: RacesOff}, "dfs", func() {
		ch := make(chan int)
		Go(s, func() { SendTo(ch, s).Send(1) })
		if Recv(ch, s) != 1 {
			t.Error("another value came over")
		}
	})
	if res.Executions != 1 || res.Events != 4 {
		t.Errorf("%+v", res)
	}
}

func TestChanCloseWakesAll(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int)
		done := make(chan bool, 2)
		for range 2 {
			Go(s, func() {
				v, ok := Recv2(ch, s)
				out("%d,%t", v, ok)
				SendTo(done, s).Send(true)
			})
		}
		Close(ch, s)
		Recv(done, s)
		Recv(done, s)
	}, spec{outcomes: []string{"0,false 0,false"}, native: true})
}

func TestChanRangeDrainsAClosedChannel(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int, 2)
		Go(s, func() {
			SendTo(ch, s).Send(1)
			SendTo(ch, s).Send(2)
			Close(ch, s)
		})
		sum := 0
		for it := RangeOver(ch, s); it.Next(); {
			sum = sum*10 + it.Value()
		}
		out("%d", sum)
	}, spec{outcomes: []string{"12"}, native: true})
}

func TestChanLen(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int, 2)
		Go(s, func() {
			SendTo(ch, s).Send(1)
			SendTo(ch, s).Send(2)
		})
		out("%d", Len((<-chan int)(ch), s))
	}, spec{outcomes: []string{"0", "1", "2"}, native: true})
}

func TestChanMisuse(t *testing.T) {
	sendOn := func(s Site, ch chan int, out func(string, ...any)) {
		defer func() {
			if v := recover(); v != nil {
				out("%v", v)
			}
		}()
		SendTo(ch, s).Send(1)
	}
	// The sender is early or late; the panic is recovered, so nothing fails.
	check(t, func(s Site, out func(string, ...any)) {
		ch, done := make(chan int, 1), make(chan bool)
		Go(s, func() {
			sendOn(s, ch, out)
			Close(done, s)
		})
		Close(ch, s)
		Recv(done, s)
	}, spec{outcomes: []string{"", "send on closed channel"}, native: true})
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int, 1)
		Go(s, func() { SendTo(ch, s).Send(1) })
		Close(ch, s)
	}, spec{outcomes: []string{"", "!close"}})
	// A sender that waits for a receiver when the channel is closed.
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int)
		Go(s, func() { SendTo(ch, s).Send(1) })
		Close(ch, s)
	}, spec{outcomes: []string{"!close"}})
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int)
		Close(ch, s)
		Close(ch, s)
	}, spec{outcomes: []string{"!close"}})
	check(t, func(s Site, out func(string, ...any)) {
		var ch chan int
		Close(ch, s)
	}, spec{outcomes: []string{"!close"}})
}

func TestChanNilBlocks(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var ch chan int
		Go(s, func() { SendTo(ch, s).Send(1) })
		Recv(ch, s)
	}, spec{outcomes: []string{"!deadlock"}})
}

func TestChanOfPlainCode(t *testing.T) {
	// Plain code may fill, drain and close the same channel.
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int, 2)
		ch <- 1
		a := Recv(ch, s)
		SendTo(ch, s).Send(2)
		b := <-ch
		close(ch)
		_, ok := Recv2(ch, s)
		out("%d %d %t", a, b, ok)
	}, spec{outcomes: []string{"1 2 false"}, native: true})
}

func TestSelectBothReady(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		a, b := make(chan int, 1), make(chan int, 1)
		SendTo(a, s).Send(1)
		SendTo(b, s).Send(2)
		c0, c1 := RecvCase(a, s), RecvCase(b, s)
		switch Select(s, false, c0, c1) {
		case 0:
			out("a%d", c0.Value())
		case 1:
			v, ok := c1.Value2()
			out("b%d,%t", v, ok)
		}
	}, spec{outcomes: []string{"a1", "b2,true"}, native: true})
}

func TestSelectDefault(t *testing.T) {
	// Buffered: default only while the channel is empty.
	check(t, func(s Site, out func(string, ...any)) {
		ch, done := make(chan int, 1), make(chan bool)
		Go(s, func() {
			SendTo(ch, s).Send(1)
			Close(done, s)
		})
		out("%d", Select(s, true, RecvCase(ch, s)))
		Recv(done, s)
		out("then%d", Select(s, true, RecvCase(ch, s)))
	}, spec{outcomes: []string{"-1 then0", "0 then-1"}, native: true})
	// Unbuffered: the partner may have arrived or not.
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int)
		Go(s, func() { SendTo(ch, s).Send(1) })
		i := Select(s, true, RecvCase(ch, s))
		out("%d", i)
		if i < 0 {
			Recv(ch, s)
		}
	}, spec{outcomes: []string{"-1", "0"}, native: true})
	// Two selects with default always miss each other.
	check(t, func(s Site, out func(string, ...any)) {
		ch, done := make(chan int), make(chan int)
		Go(s, func() {
			out("s%d", Select(s, true, SendCase(ch, s).With(1)))
			Close(done, s)
		})
		out("r%d", Select(s, true, RecvCase(ch, s)))
		Recv(done, s)
	}, spec{outcomes: []string{"r-1 s-1"}, native: true})
}

func TestSelectDefaultAfterATick(t *testing.T) {
	// A task that was about to arrive has arrived when the clock has advanced.
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int)
		Go(s, func() { SendTo(ch, s).Send(1) })
		TimeSleep(s, 1)
		out("%d", Select(s, true, RecvCase(ch, s)))
	}, spec{outcomes: []string{"0"}})
}

func TestSelectMeetsSelect(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		a, b, done := make(chan int), make(chan int), make(chan bool)
		Go(s, func() {
			c0, c1 := SendCase(a, s).With(1), RecvCase(b, s)
			switch Select(s, false, c0, c1) {
			case 0:
				out("sent")
			case 1:
				out("got%d", c1.Value())
			}
			Close(done, s)
		})
		c0, c1 := RecvCase(a, s), SendCase(b, s).With(2)
		switch Select(s, false, c0, c1) {
		case 0:
			out("received%d", c0.Value())
		case 1:
			out("gave")
		}
		Recv(done, s)
	}, spec{outcomes: []string{"received1 sent", "gave got2"}, native: true})
}

func TestSelectOnNilAndNothing(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var never chan int
		ch := make(chan int, 1)
		out("%d", Select(s, false, RecvCase(never, s), SendCase(ch, s).With(1), SendCase(never, s).With(1)))
	}, spec{outcomes: []string{"1"}, native: true})
	check(t, func(s Site, out func(string, ...any)) { BlockForever(s) }, spec{outcomes: []string{"!deadlock"}})
}

func TestSelectSendOnClosed(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int, 1)
		Close(ch, s)
		Select(s, true, SendCase(ch, s).With(1))
	}, spec{outcomes: []string{"!close"}})
}
