package main

// known are programs of which gocheck says a wrong word, with the reason.
var known = map[string]string{
	"Template": "What a template reaches by pointers from its data is not announced yet.",
}
