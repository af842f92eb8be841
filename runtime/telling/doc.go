// Package telling has the methods of testing.T by which a test says something: that it fails, that
// it is skipped, what it has done, and what is to be called at its end. What they do to the test
// and to the task that calls them is the machine's (runtime.RunningTest).
package telling
