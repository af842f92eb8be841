package racegen

// known are forms whose access gocheck does not see, with the reason. Random programs are made
// without them.
var known = map[string]string{}
