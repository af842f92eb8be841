// Package polls reckons with loops that go round until something has happened: who only asks for
// the time, and how many rounds of one that counts them are alike.
package polls
