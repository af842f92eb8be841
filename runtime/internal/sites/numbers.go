package sites

// Numbers tells apart objects that have one name in the source: the second of them is #2. Each is
// counted once, however often it is asked for: a report asks at each of its steps, and there may
// be thousands of steps and of objects.
type Numbers struct {
	count map[Namesake]int
	nth   []int // by object
}

// A Namesake is what objects have in common that only a number tells apart.
type Namesake struct {
	Name     string
	Kind     uint8
	Contents bool // it is what a map holds
}

// Reset forgets all objects.
func (n *Numbers) Reset() {
	if len(n.nth) > 0 {
		n.count, n.nth = nil, n.nth[:0]
	}
}

// Renamed says that an object has another name now.
func (n *Numbers) Renamed(id int) {
	if id < len(n.nth) {
		n.Reset()
	}
}

// Number is the how manieth of its namesakes an object is, from 1, in the order of objects.
func (n *Numbers) Number(id int, of func(id int) Namesake) int {
	for i := len(n.nth); i <= id; i++ {
		if n.count == nil {
			n.count = map[Namesake]int{}
		}
		k := of(i)
		n.count[k]++
		n.nth = append(n.nth, n.count[k])
	}
	return n.nth[id]
}
