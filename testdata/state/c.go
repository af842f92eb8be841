package state

var first = depth()

func depth() int { return 1 }
