// Maps whose keys are interfaces, which generic code may take from Go 1.20 on.
package main

import "fmt"

var m = map[interface{}]interface{}{}

type pair struct{ k interface{} }

func main() {
	m["x"] = 1
	m[2] = pair{3}
	n := map[pair]int{{1}: 2}
	for k, v := range m {
		if s, ok := k.(string); ok {
			n[pair{s}] = v.(int)
		}
	}
	delete(m, 2)
	fmt.Println("old keys", m, len(n), n[pair{"x"}])
}
