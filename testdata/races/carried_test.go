package races

import "testing"

// Methods with a value receiver, called on a pointer by way of an interface: the method that
// the compiler makes for that copies what the pointer points to, all of it.

type place struct{ x, y, z int }

func (p place) first() int       { return p.x }
func (p place) Plus(n int) int   { return p.x + n }
func (p place) none() int        { return 0 }
func (p *place) pointed() int    { return p.x }
func (p place) text(s ...string) {}

type placed interface {
	first() int
	Plus(int) int
	pointed() int
	text(...string)
}

type nearPlace struct {
	n int
	place
}

type farPlace struct {
	n int
	*place
}

type intList []int

func (n intList) length() int { return 0 }

type lengthy interface{ length() int }

func TestCarriedReceiver(t *testing.T) {
	v := &place{}
	together(func() {
		var p placed = v
		_ = p.first() // race
	}, func() {
		v.z = 1 // race
	})
}

func TestCarriedReceiverUnused(t *testing.T) {
	v := &place{}
	together(func() {
		var p interface{ none() int } = v
		p.none() // race
	}, func() {
		v.y = 1 // race
	})
}

func TestCarriedExported(t *testing.T) {
	v := &place{}
	together(func() {
		var p placed = v
		if p.Plus(v.y) > 5 { // race
			t.Log(1)
		}
	}, func() {
		v.z = 1 // race
	})
}

func TestCarriedVariadic(t *testing.T) {
	v := &place{}
	together(func() {
		placed(v).text("a", "b") // race
	}, func() {
		v.z = 1 // race
	})
}

func TestCarriedSlice(t *testing.T) {
	v := &intList{1}
	together(func() {
		var l lengthy = v
		l.length() // race
	}, func() {
		*v = nil // race
	})
}

func TestCarriedOfWithin(t *testing.T) {
	v := &nearPlace{}
	together(func() {
		var p placed = v
		p.first() // race
	}, func() {
		v.z = 1 // race
	})
}

func TestCarriedOfBehind(t *testing.T) {
	v := &place{}
	together(func() {
		var p placed = farPlace{1, v}
		p.first() // race
	}, func() {
		v.z = 1 // race
	})
}

func TestCarriedPointerBehind(t *testing.T) {
	v := &farPlace{1, &place{}}
	together(func() {
		var p placed = v
		p.first() // race
	}, func() {
		v.place = nil // race
	})
}

func callsFirst[P placed](p P) int {
	return p.first() // race
}

func TestCarriedOfParameter(t *testing.T) {
	v := &place{}
	together(func() {
		callsFirst(v)
	}, func() {
		v.z = 1 // race
	})
}

func TestCarriedMethodValue(t *testing.T) {
	v := &place{}
	together(func() {
		var p placed = v
		first := p.first // race
		first()
	}, func() {
		v.z = 1 // race
	})
}

func TestCarriedMethodOfType(t *testing.T) {
	v := &place{}
	together(func() {
		first := placed.first // race
		first(v)
	}, func() {
		v.z = 1 // race
	})
}

func TestCarriedMethodOfTypeBehind(t *testing.T) {
	v := farPlace{1, &place{}}
	first := farPlace.first // race
	together(func() {
		first(v)
	}, func() {
		v.z = 1 // race
	})
}

type unnamed = interface{ Plus(int) int }

func TestCarriedMethodOfUnnamedType(t *testing.T) {
	v := &place{}
	together(func() {
		unnamed.Plus(v, 1) // race
	}, func() {
		v.z = 1 // race
	})
}

func TestCarriedDeferred(t *testing.T) {
	v := &place{}
	together(func() {
		var p placed = v
		defer p.first() // race
	}, func() {
		v.z = 1 // race
	})
}

func TestCarriedByGo(t *testing.T) {
	v := &place{}
	together(func() {
		var p placed = v
		go p.Plus(1) // race
	}, func() {
		v.z = 1 // race
	})
}

func TestCarriedBehindArguments(t *testing.T) {
	v := &place{}
	one := func() int { return 1 }
	together(func() {
		var p placed = v
		p.Plus(one()) // race
	}, func() {
		v.z = 1 // race
	})
}

func methodOf[P placed](p P) func() int { return p.first } // race

func TestCarriedMethodOfParameter(t *testing.T) {
	v := &place{}
	together(func() {
		methodOf(v)()
	}, func() {
		v.z = 1 // race
	})
}

// What follows has no race.

func TestCarriedByPointer(t *testing.T) {
	v := &place{}
	together(func() {
		var p placed = v
		p.pointed()
	}, func() {
		v.z = 1
	})
}

func TestCarriedBesidesWithin(t *testing.T) {
	v := &nearPlace{}
	together(func() {
		var p placed = v
		p.first()
	}, func() {
		v.n = 1
	})
}

func TestCarriedValue(t *testing.T) {
	v := place{}
	p := any(v).(interface{ first() int })
	together(func() {
		p.first()
	}, func() {
		v.z = 1
	})
}

// The copy is made after the arguments.
func TestCarriedAfterArguments(t *testing.T) {
	v := &place{}
	ready := make(chan int)
	together(func() {
		var p placed = v
		p.Plus(<-ready)
	}, func() {
		v.z = 1
		ready <- 1
	})
}

// And of a deferred call when it is made.
func TestCarriedLater(t *testing.T) {
	v := &place{}
	ready := make(chan int)
	together(func() {
		var p placed = v
		defer p.first()
		<-ready
	}, func() {
		v.z = 1
		ready <- 1
	})
}

// And of a method value when that is called, not where it is made.
func TestCarriedValueLater(t *testing.T) {
	v := &place{}
	ready := make(chan int)
	together(func() {
		var p placed = v
		first, ofType := p.first, placed.Plus
		<-ready
		first()
		ofType(p, 1)
	}, func() {
		v.z = 1
		ready <- 1
	})
}

func TestCarriedNil(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	together(func() {}, func() {})
	var p placed = (*place)(nil)
	p.first()
}
