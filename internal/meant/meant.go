package meant

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Nearest is the candidate that s is most probably a misspelling, or the beginning, of, or "".
func Nearest(s string, candidates []string) string {
	s = strings.ToLower(s)
	begun := slices.DeleteFunc(slices.Clone(candidates), func(c string) bool { return len(s) < 2 || !strings.HasPrefix(strings.ToLower(c), s) })
	if len(begun) == 1 {
		return begun[0]
	}
	best, bestDistance := "", max(len(s)/3, 1)+1
	for _, c := range candidates {
		if d := distance(s, strings.ToLower(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance is the number of letters to insert, delete or replace to make b of a, or
// of neighbours to swap.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			if i == 0 || j == 0 {
				rows[i][j] = i + j
				continue
			}
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

// SameAnswer is the one of the values that says yes or no as s does, or "".
func SameAnswer(s string, values []string) string {
	for _, words := range [][]string{{"off", "no", "none", "false", "never", "0"}, {"on", "yes", "true", "always", "1"}} {
		if !slices.Contains(words, strings.ToLower(s)) {
			continue
		}
		for _, v := range values {
			if slices.Contains(words, v) {
				return v
			}
		}
	}
	return ""
}

// Number is the number that a text like 1e6, 10k or 10,000 means, or 0.
func Number(s string) float64 {
	s = strings.ReplaceAll(strings.ToLower(s), ",", "")
	unit := 1.0
	for suffix, n := range map[string]float64{"k": 1e3, "m": 1e6} {
		if rest, ok := strings.CutSuffix(s, suffix); ok {
			s, unit = rest, n
		}
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0
	}
	return x * unit
}

var numberAndUnit = regexp.MustCompile(`^(\d+(?:\.\d+)?)\s*([a-z]*)$`)

// Duration is the duration that a text means in other programs, or "".
func Duration(s string) string {
	m := numberAndUnit.FindStringSubmatch(strings.ToLower(s))
	if m == nil {
		if _, err := time.ParseDuration(s + "m"); err == nil && strings.Contains(s, "h") {
			return s + "m" // 1h30
		}
		return ""
	}
	for unit, words := range map[string][]string{
		"s": {"", "sec", "secs", "second", "seconds"}, "m": {"min", "mins", "minute", "minutes"}, "h": {"hr", "hrs", "hour", "hours"},
	} {
		if slices.Contains(words, m[2]) {
			return m[1] + unit
		}
	}
	if days, err := strconv.Atoi(m[1]); err == nil && days < 1000 && slices.Contains([]string{"d", "day", "days"}, m[2]) {
		return strconv.Itoa(24*days) + "h"
	}
	return ""
}
