package schedule

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"gocheck.dev/internal/wire"
)

// linePrefix begins a schedule that is one word, for a chat or a bug report. Its number is
// that of the header.
const linePrefix = "gocheck.v1."

// lineText is the most text that a line may stand for, in bytes: it comes from strangers, and
// may be packed a thousandfold.
const lineText = 4 << 20

var lineEncoding = base64.RawURLEncoding

// Line writes a schedule as one word. It has what a replay follows and the failure, but nothing
// that is only for people: no positions, no passing execution.
func Line(s *wire.Schedule) string {
	short := wire.Schedule{Package: s.Package, Test: s.Test, Options: s.Options}
	if f := s.Failure; f != nil {
		short.Failure = &wire.Failure{Kind: f.Kind, Message: f.Message, Pos: f.Pos}
	}
	for _, x := range s.Steps {
		short.Steps = append(short.Steps, wire.Step{
			Task: x.Task, Op: x.Op, Object: x.Object, Choice: x.Choice, Partner: x.Partner, PartnerChoice: x.PartnerChoice,
		})
	}
	text := strings.Replace(string(Format(&short)), hint, "", 1)
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		panic(err) // the level is one that there is
	}
	io.WriteString(w, text)
	w.Close()
	binary.Write(&packed, binary.BigEndian, crc32.ChecksumIEEE([]byte(text)))
	return linePrefix + lineEncoding.EncodeToString(packed.Bytes())
}

// IsLine reports whether a word is meant as one that Line has written, whole or not.
func IsLine(word string) bool { return strings.HasPrefix(word, linePrefix) }

// ParseLine reads what Line has written. The name is used in errors only.
func ParseLine(name, word string) (*wire.Schedule, error) {
	packed, err := lineEncoding.DecodeString(strings.TrimPrefix(word, linePrefix))
	sum := len(packed) - crc32.Size
	if err != nil || sum < 0 {
		return nil, fmt.Errorf("%s is damaged, or not whole: copy all of it, as gocheck show -line has written it", name)
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed[:sum])), lineText+1))
	if len(text) > lineText {
		return nil, fmt.Errorf("%s stands for more than %d MiB", name, lineText>>20)
	}
	if err != nil || crc32.ChecksumIEEE(text) != binary.BigEndian.Uint32(packed[sum:]) {
		return nil, fmt.Errorf("%s is damaged, or not whole: copy all of it, as gocheck show -line has written it", name)
	}
	return Parse(name, text)
}
