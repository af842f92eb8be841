package report

import (
	"fmt"
	"slices"
	"strings"
)

// How rounds of loops are folded.
const (
	longestRound = 20 // rows
	fewestRounds = 4
	mostCounting = 16 // rows that are not worth folding if numbers count on in them
)

// A Likeness is what a row shares with the same row of other rounds: its text without numbers,
// which may count on from round to round, and these numbers.
type Likeness struct {
	text    string
	numbers []int64
	Alone   bool // it belongs to no round, whatever it is like
}

// longestNumber is how many digits of a number are read: longer ones are text.
const longestNumber = 15

// Count adds a text in which numbers may count on.
func (k *Likeness) Count(text string) {
	var b strings.Builder
	for i := 0; i < len(text); {
		end := i
		n := int64(0)
		for end < len(text) && '0' <= text[end] && text[end] <= '9' {
			n = n*10 + int64(text[end]-'0') // what overflows is not used
			end++
		}
		switch {
		case end == i:
			b.WriteByte(text[i])
			end++
		case end-i > longestNumber || i > 0 && text[i-1] == ':': // of a place
			b.WriteString(text[i:end])
		default:
			k.numbers = append(k.numbers, n)
			b.WriteByte('0')
		}
		i = end
	}
	k.Same(b.String())
}

// Same adds a text that is the same in each round.
func (k *Likeness) Same(text string) { k.text += text + "\x00" }

// Lane adds a column: goroutines that one statement starts may take turns.
func (k *Likeness) Lane(l *Lanes, i int) {
	if i < 0 || i >= len(l.all) {
		k.Same("")
		return
	}
	lane := &l.all[i]
	if lane.Created == "" { // main, a handler
		k.Same(lane.Name)
		return
	}
	k.Count(lane.Name)
	k.Same(lane.Created)
	k.Same(lane.Runs)
	k.Same(lane.Labels)
}

// Rounds are steps that repeat those before them.
type Rounds struct {
	From, To int    // the steps: From up to To, which is not one of them
	Length   int    `json:"-"` // of one round
	Text     string // what stands for them
}

// Folded finds the rounds of loops among steps, or rows, as what is shown is called. Where numbers
// count on, the last round is shown, too: it says where they have come to.
func Folded(all []Likeness, what string) []Rounds {
	found := []Rounds{}
	for i := 0; i < len(all); {
		length, times := repeated(all[i:], longestRound, fewestRounds)
		if times == 0 {
			i++
			continue
		}
		further, text := times-1, ""
		if !equal(all[i:], length) {
			if further, text = times-2, ", with numbers that count on"; length*further < mostCounting {
				i++
				continue
			}
		}
		if length == 1 {
			text = fmt.Sprintf("… %s times more", Number(int64(further))) + text
		} else {
			text = fmt.Sprintf("… %s of the %d %ss above", Plural(int64(further), "more round"), length, what) + text
		}
		found = append(found, Rounds{i + length, i + length*(further+1), length, text})
		i += length * times
	}
	return found
}

// repeated is how long a round is that a list begins with, and how often it comes, at least fewest
// times: 0 if there is none. Of several the shortest is taken.
func repeated(all []Likeness, longest, fewest int) (length, times int) {
	for length = 1; length <= min(longest, len(all)/fewest); length++ {
		same := 0
		for same+length < len(all) && goesOn(all, same, length) {
			same++
		}
		if times = same/length + 1; times >= fewest {
			return length, times
		}
	}
	return 0, 0
}

// equal says whether the second round has the numbers of the first, and so do all.
func equal(all []Likeness, length int) bool {
	return slices.EqualFunc(all[:length], all[length:2*length], func(a, b Likeness) bool { return slices.Equal(a.numbers, b.numbers) })
}

// goesOn says whether what comes a round after the i-th is the same, its numbers further by as much
// as from the round before: so a value that is another one once ends the rounds.
func goesOn(all []Likeness, i, length int) bool {
	a, b := &all[i], &all[i+length]
	if a.Alone || b.Alone || a.text != b.text {
		return false
	}
	if i < length {
		return true
	}
	before := all[i-length].numbers
	for j := range a.numbers {
		if b.numbers[j]-a.numbers[j] != a.numbers[j]-before[j] {
			return false
		}
	}
	return true
}
