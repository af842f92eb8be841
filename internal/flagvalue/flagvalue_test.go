package flagvalue

import "testing"

func TestSize(t *testing.T) {
	for in, want := range map[string]int64{
		"1GiB": 1 << 30, "512MiB": 512 << 20, "64k": 64 << 10, "1048576": 1 << 20, "1000": 0, "2 GB": 2e9, "7b": 7,
		"": 0, "x": 0, "-1": 0, "0": 0, "GiB": 0, "9999999999TiB": 0,
	} {
		var z Size
		if err := z.Set(in); (err != nil) != (want == 0) || int64(z) != want {
			t.Errorf("%q: %d, %v", in, z, err)
		}
	}
}
