package races

import "testing"

// Conversions to strings and arrays read the elements of slices.

type (
	text     []byte
	letter   byte
	spelling []letter
	word     string
)

func bytesOrString[T ~[]byte | ~string](x T) string { return string(x) } // race

func allBytes[T ~[]byte](x T) word { return word(x) } // race

func bytesOrRunes[T []byte | []rune](x T) string { return string(x) } // race

func toString[T ~string](b []byte) T { return T(b) } // race

func toEither[T []byte | word](b []byte) T { return T(b) }

func toArray[T any](s []T) [2]T { return [2]T(s) } // race

func indexed[T ~[]byte | ~string](x T) byte { return x[1] } // race

func cleared[T []int | map[int]int](x T) { clear(x) } // race

func length[T map[int]int | chan int](x T) int { return len(x) } // race

func TestBytesToString(t *testing.T) {
	b := []byte("abc")
	together(func() {
		b[1] = 'x' // race
	}, func() {
		_ = string(b) // race
	})
}

func TestRunesToString(t *testing.T) {
	b := []rune("abc")
	together(func() {
		b[2] = 'x' // race
	}, func() {
		_ = string(b[1:]) // race
	})
}

func TestNamedToString(t *testing.T) {
	b, c := text("abc"), spelling("abc")
	together(func() {
		b[1] = 'x' // race
	}, func() {
		_ = word(b) + word(c) // race
	})
}

func TestNamedElementToString(t *testing.T) {
	c := spelling("abc")
	together(func() {
		c[1] = 'x' // race
	}, func() {
		_ = string(c) // race
	})
}

func TestToArray(t *testing.T) {
	s := []int{1, 2, 3}
	together(func() {
		s[1] = 3 // race
	}, func() {
		_ = [2]int(s) // race
	})
}

func TestToArrayBehindPointer(t *testing.T) {
	s := []int{1, 2, 3}
	together(func() {
		s[1] = 3 // race
	}, func() {
		_ = *(*[2]int)(s) // race
	})
}

func TestBeyondTheArray(t *testing.T) {
	s := []int{1, 2, 3}
	together(func() { s[2] = 3 }, func() { _ = [2]int(s) })
}

func TestToArrayPointer(t *testing.T) {
	s := []int{1, 2, 3}
	together(func() { s[1] = 3 }, func() { _ = (*[2]int)(s) })
}

func TestToBytesAgain(t *testing.T) {
	b := []byte("abc")
	together(func() { b[1] = 'x' }, func() { _ = text(b) })
}

func TestMapKey(t *testing.T) {
	b := []byte("abc")
	m := map[string]int{"abc": 1}
	together(func() {
		b[0] = 'x' // race
	}, func() {
		_ = m[string(b)] // race
	})
}

func TestKeyInLiteral(t *testing.T) {
	b := []byte("abc")
	m := map[struct{ s string }]int{{"abc"}: 1}
	together(func() {
		b[0] = 'x' // race
	}, func() {
		_ = m[struct{ s string }{string(b)}] // race
	})
}

func TestTag(t *testing.T) {
	b := []byte("abc")
	together(func() {
		b[0] = 'x' // race
	}, func() {
		switch string(b) { // race
		case "abc":
		}
	})
}

func TestRangeOverString(t *testing.T) {
	b := []byte("abc")
	together(func() {
		b[2] = 'x' // race
	}, func() {
		for range string(b) { // race
		}
	})
}

func TestConcatenation(t *testing.T) {
	b := []byte("abc")
	s := "x"
	together(func() {
		b[2] = 'x' // race
	}, func() {
		_ = s + string(b) + "y" // race
	})
}

func TestComparison(t *testing.T) {
	b := []byte("abc")
	together(func() {
		b[2] = 'x' // race
	}, func() {
		_ = string(b) == "abc" // race
	})
}

func TestOfStringAndBytes(t *testing.T) {
	b := []byte("abc")
	together(func() {
		b[1] = 'x' // race
	}, func() { bytesOrString(b) })
}

func TestOfString(t *testing.T) {
	b, s := []byte("abc"), "abc"
	together(func() { b[1] = 'x' }, func() { bytesOrString(s) })
}

func TestOfAllBytes(t *testing.T) {
	b := text("abc")
	together(func() {
		b[1] = 'x' // race
	}, func() { allBytes(b) })
}

func TestOfBytesAndRunes(t *testing.T) {
	b := []rune("abc")
	together(func() {
		b[1] = 'x' // race
	}, func() { bytesOrRunes(b) })
}

func TestToTypeParameter(t *testing.T) {
	b := []byte("abc")
	together(func() {
		b[1] = 'x' // race
	}, func() { toString[word](b) })
}

func TestToTypeParameterOfBytes(t *testing.T) {
	b := []byte("abc")
	together(func() { b[1] = 'x' }, func() { toEither[[]byte](b) })
}

func TestGenericArray(t *testing.T) {
	s := []string{"a", "b"}
	together(func() {
		s[1] = "x" // race
	}, func() { toArray(s) })
}

func TestIndexOfStringAndBytes(t *testing.T) {
	b, s := []byte("abc"), "abc"
	together(func() {
		b[1] = 'x' // race
	}, func() { indexed(s); indexed(b) })
}

func TestIndexOfAnother(t *testing.T) {
	b := []byte("abc")
	together(func() { b[0] = 'x' }, func() { indexed(b) })
}

func TestClearMapOrSlice(t *testing.T) {
	s := []int{1, 2, 3}
	together(func() {
		s[1] = 4 // race
	}, func() { cleared(s) })
}

func TestClearSliceOrMap(t *testing.T) {
	m := map[int]int{1: 2}
	together(func() {
		m[1] = 4 // race
	}, func() { cleared(m) })
}

func TestLengthOfMapOrChannel(t *testing.T) {
	m := map[int]int{1: 2}
	together(func() {
		m[1] = 4 // race
	}, func() { length(m) })
}

func TestLengthOfChannelOrMap(t *testing.T) {
	c := make(chan int, 1)
	together(func() { c <- 1 }, func() { length(c) })
}

func TestParenthesised(t *testing.T) {
	m := map[int]int{1: 2}
	together(func() {
		m[1] = 4 // race
	}, func() {
		(clear)(m) // race
	})
}

type large struct{ a, b int }

func (l large) sum() int { return l.a + l.b }

func TestMethodExpressionByValue(t *testing.T) {
	l := &large{1, 2}
	together(func() {
		l.b = 3 // race
	}, func() {
		(*large).sum(l) // race
	})
}

// The variable of an iteration is copied at its end.
func TestLoopVariable(t *testing.T) {
	done := make(chan bool)
	started := false
	for i := 0; i < 2; i++ {
		if !started {
			started = true
			go func() {
				i = 10 // race
				close(done)
			}()
		}
	} // race
	<-done
}

func TestLoopVariableAtContinue(t *testing.T) {
	done := make(chan bool)
	started := false
outer:
	for i := 0; i < 2; i++ {
		for range 1 {
			if !started {
				started = true
				go func() {
					i = 10 // race
					close(done)
				}()
				if i := started; i {
					continue outer // race
				}
			}
		}
	}
	<-done
}

func TestLoopVariableOfTheLastIteration(t *testing.T) {
	done := make(chan bool)
	for i := 0; i < 2; i++ {
		if i == 1 {
			go func() { i = 10; close(done) }()
			break
		}
	}
	<-done
}
