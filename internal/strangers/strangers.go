package strangers

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
)

// Words are values for fields. Paths lead to files below or around a folder.
func Words(dir string) []string {
	words := []string{
		"", "-", "--", ".", "..", "/", "main", "main/1", "clock", "begin", "tick", "send", "signal", "x.go:1:1", "x.go:0:0", "x.go:-1:-1", "x.go:99999999999999999999:1",
		"0", "-1", "1", "2147483648", "-2147483649", "9223372036854775807", "18446744073709551616", "1e309", "0x10", "١", "NaN",
		"-mod=mod", "-toolexec=touch called", "--help", "-C=/", "all", "std", "./...", "...", "example.com/p", "example.com/p/...",
		"\x1b[1;31m", "\x1b]0;t\x07", "\u009b31m", "\x7f", "\x00", "\r", "\n", "\t", "\u202e", "\u2028", "\xff", "\xed\xa0\x80", "\ufeff", "a\nforged: b", "\n::error::forged", "##[error]forged",
		"=", ",", ":", " ", `"`, `\`, "'", "%s%d%n", "$(touch called)", "`touch called`", "; touch called", "<script>alert(1)</script>", "</script>", "{{.}}", "世", "e\u0301",
		strings.Repeat("x", 5000), strings.Repeat("a ", 2000), strings.Repeat("../", 300) + "etc/passwd", strings.Repeat("世", 1000), strings.Repeat("\x1b", 500),
	}
	for _, file := range []string{
		"/etc/passwd", "/dev/zero", "/dev/stdin", "/proc/self/mem", "../x.go", "../pipe.go", "../zero.go", "../out.go", "../up/x.go", "../.git/config", "$MODULE/../x.go", "$MODULE(-mod=mod)/x.go",
		"$MODULE(example.com/near)/n.go", "$MODULE(example.com/far)/x.go", "$GOROOT/../../../etc/passwd", "$GOROOT/src/sync/mutex.go", "$GOMODCACHE/../x.go", "file:///etc/passwd", "C:\\x.go", "x.go", dir + "/x.go", dir + "/pipe.go",
	} {
		words = append(words, file, file+":1:1", file+":1")
	}
	return words
}

// Struct replaces some of the strings and numbers in what v points to, and leaves out or
// repeats elements of its lists.
func Struct(r *rand.Rand, v any, words []string) {
	var leaves []reflect.Value
	collect(reflect.ValueOf(v), &leaves)
	if len(leaves) == 0 {
		return
	}
	for range 1 + r.IntN(4) {
		leaf := leaves[r.IntN(len(leaves))]
		switch leaf.Kind() {
		case reflect.String:
			leaf.SetString(word(r, leaf.String(), words))
		case reflect.Bool:
			leaf.SetBool(!leaf.Bool())
		case reflect.Slice:
			if n := leaf.Len(); n > 0 {
				i := r.IntN(n)
				less := reflect.AppendSlice(reflect.AppendSlice(reflect.MakeSlice(leaf.Type(), 0, n), leaf.Slice(0, i)), leaf.Slice(i+1, n))
				if r.IntN(2) == 0 {
					less = reflect.Append(leaf.Slice3(0, n, n), leaf.Index(i))
				}
				leaf.Set(less)
			}
		case reflect.Map:
			if leaf.Type().Elem().Kind() == reflect.String {
				leaf.SetMapIndex(reflect.ValueOf(words[r.IntN(len(words))]), reflect.ValueOf(words[r.IntN(len(words))]))
			}
		case reflect.Pointer:
			if r.IntN(4) == 0 {
				leaf.SetZero()
			}
		default:
			if leaf.CanInt() {
				leaf.SetInt(numbers[r.IntN(len(numbers))])
			}
		}
	}
}

var numbers = []int64{0, 1, -1, 2, 7, 1 << 20, 1<<31 - 1, -1 << 31, 1<<63 - 1, -1 << 63}

// collect finds what can be replaced.
func collect(v reflect.Value, leaves *[]reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.CanSet() {
			*leaves = append(*leaves, v)
		}
		if !v.IsNil() {
			collect(v.Elem(), leaves)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			collect(v.Field(i), leaves)
		}
	case reflect.Slice:
		if v.CanSet() {
			*leaves = append(*leaves, v)
		}
		for i := range v.Len() {
			collect(v.Index(i), leaves)
		}
	case reflect.Map:
		if !v.IsNil() {
			*leaves = append(*leaves, v)
		}
	case reflect.String, reflect.Bool, reflect.Int, reflect.Int32, reflect.Int64:
		if v.CanSet() {
			*leaves = append(*leaves, v)
		}
	}
}

// word is another word, or the old one with another in it.
func word(r *rand.Rand, old string, words []string) string {
	w := words[r.IntN(len(words))]
	switch r.IntN(4) {
	case 0:
		at := r.IntN(len(old) + 1)
		return old[:at] + w + old[at:]
	case 1:
		return w + words[r.IntN(len(words))]
	}
	return w
}

// JSON replaces some values in JSON by others, of any type.
func JSON(r *rand.Rand, text []byte, words []string) []byte {
	var v any
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if dec.Decode(&v) != nil {
		return text
	}
	n := count(v)
	for range 1 + r.IntN(3) {
		at := r.IntN(n)
		v = replaced(r, v, &at, words)
		n = count(v)
	}
	out, err := json.Marshal(v)
	if err != nil {
		return text
	}
	return out
}

func count(v any) int {
	n := 1
	switch v := v.(type) {
	case map[string]any:
		for _, x := range v {
			n += count(x)
		}
	case []any:
		for _, x := range v {
			n += count(x)
		}
	}
	return n
}

// replaced is v with its at-th value replaced.
func replaced(r *rand.Rand, v any, at *int, words []string) any {
	if *at--; *at == -1 {
		return other(r, v, words)
	}
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			if *at >= 0 {
				v[k] = replaced(r, v[k], at, words)
			}
		}
	case []any:
		for i := range v {
			if *at >= 0 {
				v[i] = replaced(r, v[i], at, words)
			}
		}
	}
	return v
}

// other is a value in the place of another: mostly of the same type.
func other(r *rand.Rand, v any, words []string) any {
	switch old := v.(type) {
	case string:
		if r.IntN(8) > 0 {
			return word(r, old, words)
		}
	case json.Number:
		if r.IntN(8) > 0 {
			return numbers[r.IntN(len(numbers))]
		}
	case bool:
		return !old
	case []any:
		if len(old) > 0 && r.IntN(4) > 0 {
			i := r.IntN(len(old))
			if r.IntN(2) == 0 {
				return append(slices.Clone(old), old[i])
			}
			return slices.Delete(slices.Clone(old), i, i+1)
		}
	case map[string]any:
		if r.IntN(4) > 0 {
			old[words[r.IntN(len(words))]] = nil
			return old
		}
	}
	return []any{nil, "", 0, -1, []any{}, map[string]any{}, []any{nil}, true}[r.IntN(8)]
}

// Text exchanges lines, words and bytes of a text.
func Text(r *rand.Rand, text []byte, words []string) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	for range 1 + r.IntN(3) {
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		switch r.IntN(8) {
		case 0:
			lines = slices.Delete(slices.Clone(lines), i, i+1)
		case 1:
			lines = slices.Insert(slices.Clone(lines), i, lines[j])
		case 2:
			lines = slices.Clone(lines)
			lines[i], lines[j] = lines[j], lines[i]
		case 3: // a byte
			line := slices.Clone(lines[i])
			if len(line) > 0 {
				line[r.IntN(len(line))] = byte(r.IntN(256))
			}
			lines[i] = line
		case 4: // cut
			lines[i] = lines[i][:r.IntN(len(lines[i])+1)]
		default: // a word, or what comes after its colon or equals sign
			fields := bytes.Split(lines[i], []byte(" "))
			k := r.IntN(len(fields))
			w := word(r, string(fields[k]), words)
			if at := bytes.IndexAny(fields[k], ":="); at >= 0 && r.IntN(2) == 0 {
				w = string(fields[k][:at+1]) + w
			}
			fields[k] = []byte(w)
			lines[i] = bytes.Join(fields, []byte(" "))
		}
		if len(lines) == 0 {
			return nil
		}
	}
	return bytes.Join(lines, nil)
}
