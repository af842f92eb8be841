package main

// known are programs of which gocheck says a wrong word, with the reason.
var known = map[string]string{}
