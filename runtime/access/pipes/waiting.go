package pipes

import rt "gocheck.dev/runtime"

// What stands for a file or a socket of the system is a word, of which each step is an update, and
// the channels of those who wait for it.

// Step orders what comes next with all else that is done to what the word stands for. The words
// say what it is to the program.
func Step(word *uint32, s rt.Site, words func() string) {
	rt.Saying(words)
	rt.AddWord(s, word, 1)
}

// Await is a channel that Wake closes.
func Await(waiting *[]chan struct{}) chan struct{} {
	c := make(chan struct{})
	*waiting = append(*waiting, c)
	return c
}

// Wake lets all go on that wait, each by a step that has these words.
func Wake(waiting *[]chan struct{}, s rt.Site, words string) {
	all := *waiting
	*waiting = nil
	for _, c := range all {
		rt.Saying(func() string { return words })
		rt.Close(c, s)
	}
}
