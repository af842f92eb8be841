package main

// reasons say, by name, why a reproduction does not fail nearly each time.
var reasons = map[string]string{}
