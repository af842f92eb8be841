package explore

// Skimming has the names of the algorithms that need not see the steps of a task that is alone.
func Skimming() (names []string) {
	for _, a := range algorithms {
		if a.Skims {
			names = append(names, a.Name)
		}
	}
	return names
}
