package main

// A group is calls with the same shared memory. Each call runs beside each of the other
// accesses, in a test of its own.
type group struct {
	name   string
	decl   string // of what is shared
	others []string
	calls  []string
}

// Other accesses of bytes.
const (
	writesFirst = "b[0] = 'X'"
	readsFirst  = "use(b[0])"
	writesLast  = "b[len(b)-1] = 'X'"
)

var groups = []group{
	{"bytes read", `b := []byte("hello, world")`, []string{writesFirst}, []string{
		`use(bytes.Clone(b))`, `use(bytes.Compare(b, []byte("x")))`, `use(bytes.Contains(b, []byte("zq")))`, `use(bytes.ContainsAny(b, "zq"))`, `use(bytes.ContainsFunc(b, unicode.IsDigit))`,
		`use(bytes.ContainsRune(b, 'é'))`, `use(bytes.Count(b, []byte("lo")))`, `bytes.Cut(b, []byte("zq"))`, `bytes.CutPrefix(b, []byte("he"))`, `use(bytes.Equal(b, []byte("hello, worlt")))`,
		`use(bytes.EqualFold(b, []byte("HELLO, WORLT")))`, `use(bytes.Fields(b))`, `use(bytes.FieldsFunc(b, unicode.IsDigit))`, `use(bytes.HasPrefix(b, []byte("he")))`, `use(bytes.Index(b, []byte("zq")))`,
		`use(bytes.IndexAny(b, "zq"))`, `use(bytes.IndexByte(b, 'z'))`, `use(bytes.IndexFunc(b, unicode.IsDigit))`, `use(bytes.IndexRune(b, 'z'))`, `use(bytes.Join([][]byte{b, b}, nil))`, `use(bytes.Join([][]byte{{1}, {2}}, b))`,
		`use(bytes.LastIndex(b, []byte("zq")))`, `use(bytes.LastIndexAny(b, "zq"))`, `use(bytes.LastIndexByte(b, 'z'))`, `use(bytes.LastIndexFunc(b, unicode.IsDigit))`, `use(bytes.Map(unicode.ToUpper, b))`,
		`use(bytes.Repeat(b, 2))`, `use(bytes.Replace(b, []byte("l"), []byte("m"), 1))`, `use(bytes.ReplaceAll(b, []byte("l"), []byte("m")))`, `use(bytes.Runes(b))`, `use(bytes.Split(b, []byte(",")))`, `use(bytes.SplitAfter(b, []byte(",")))`,
		`use(bytes.SplitN(b, []byte(","), 2))`, `use(bytes.Title(b))`, `use(bytes.ToLower(b))`, `use(bytes.ToTitle(b))`, `use(bytes.ToUpper(b))`, `use(bytes.ToValidUTF8(b, nil))`, `use(bytes.Trim(b, "h"))`,
		`use(bytes.TrimFunc(b, unicode.IsDigit))`, `use(bytes.TrimLeft(b, "h"))`, `use(bytes.TrimPrefix(b, []byte("he")))`, `use(bytes.TrimSpace(b))`, `use(bytes.NewReader(b))`, `use(bytes.NewBuffer(b))`,
		`for l := range bytes.Lines(b) { use(l) }`, `for l := range bytes.SplitSeq(b, []byte(",")) { use(l) }`, `for l := range bytes.FieldsSeq(b) { use(l) }`, `for l := range bytes.SplitAfterSeq(b, []byte(",")) { use(l) }`,
		`for l := range bytes.FieldsFuncSeq(b, unicode.IsSpace) { use(l) }`, `use(bytes.Lines(b))`, `new(bytes.Buffer).Write(b)`, `new(strings.Builder).Write(b)`,
		`use(base64.StdEncoding.EncodeToString(b))`, `base64.StdEncoding.Decode(make([]byte, 20), b)`, `base64.StdEncoding.Encode(make([]byte, 20), b)`, `use(base64.StdEncoding.AppendEncode(nil, b))`, `use(base32.StdEncoding.EncodeToString(b))`,
		`base32.StdEncoding.Encode(make([]byte, 40), b)`, `use(hex.EncodeToString(b))`, `hex.Encode(make([]byte, 40), b)`, `use(hex.AppendEncode(nil, b))`, `use(hex.Dump(b))`, `hex.Decode(make([]byte, 40), b)`,
		`use(binary.BigEndian.Uint16(b))`, `use(binary.BigEndian.Uint32(b))`, `use(binary.BigEndian.Uint64(b))`, `use(binary.LittleEndian.Uint16(b))`, `use(binary.LittleEndian.Uint32(b))`, `use(binary.LittleEndian.Uint64(b))`, `use(binary.NativeEndian.Uint32(b))`,
		`binary.Uvarint(b)`, `binary.Varint(b)`, `use(crc32.ChecksumIEEE(b))`, `use(crc32.Update(0, crc32.IEEETable, b))`, `use(crc64.Checksum(b, crc64.MakeTable(crc64.ISO)))`, `use(adler32.Checksum(b))`, `use(md5.Sum(b))`, `use(sha1.Sum(b))`, `use(sha256.Sum256(b))`,
		`use(sha512.Sum512(b))`, `fnv.New32().Write(b)`, `fnv.New64a().Write(b)`, `crc32.NewIEEE().Write(b)`, `sha256.New().Write(b)`, `hmac.New(sha256.New, b)`, `use(hmac.Equal(b, []byte("hello, worlt")))`, `use(subtle.ConstantTimeCompare(b, []byte("hello, worlt")))`,
		`use(utf8.Valid(b))`, `use(utf8.RuneCount(b))`, `use(utf8.FullRune(b))`, `utf8.DecodeRune(b)`, `use(ascii85.Encode(make([]byte, 40), b))`, `pem.Decode(b)`, `use(json.Valid(b))`, `use(html.EscapeString(string(b)))`,
		`use(regexp.MustCompile("w.r").Match(b))`, `use(regexp.MustCompile("w.r").Find(b))`, `use(regexp.MustCompile("w.r").FindIndex(b))`, `use(regexp.MustCompile("w.r").FindAll(b, -1))`, `use(regexp.MustCompile("w.r").ReplaceAll(b, []byte("x")))`, `use(regexp.MustCompile("w.r").FindSubmatch(b))`,
		`bufio.ScanLines(b, true)`, `bufio.ScanWords(b, true)`, `bufio.NewWriter(io.Discard).Write(b)`, `use(strconv.AppendQuote(nil, string(b)))`, `use(http.DetectContentType(b))`, `flate.NewWriterDict(io.Discard, 1, b)`, `io.Copy(io.Discard, bytes.NewReader(b))`,
		`io.ReadAll(bytes.NewReader(b))`, `use(slices.Clone(b))`, `aes.NewCipher(append(b[:12:12], 1, 2, 3, 4))`, `template.HTMLEscape(io.Discard, b)`, `csv.NewReader(bytes.NewReader(b)).ReadAll()`, `bufio.NewScanner(bytes.NewReader(b)).Scan()`,
		`use(ed25519.Verify(make([]byte, 32), b, make([]byte, 64)))`, `use(netip.MustParseAddr("::1").AppendTo(b[:0:0]))`, `use(slices.Concat(b, b))`, `use(append([]byte(nil), b...))`,
	}},
	{"bytes written", `b := make([]byte, 16, 64)`, []string{readsFirst}, []string{
		`binary.BigEndian.PutUint16(b, 1)`, `binary.BigEndian.PutUint32(b, 1)`, `binary.BigEndian.PutUint64(b, 1)`, `binary.LittleEndian.PutUint16(b, 1)`, `binary.LittleEndian.PutUint32(b, 1)`, `binary.LittleEndian.PutUint64(b, 1)`, `binary.NativeEndian.PutUint32(b, 1)`,
		`binary.PutUvarint(b, 300)`, `binary.PutVarint(b, 300)`, `binary.Encode(b, binary.BigEndian, uint32(1))`, `use(binary.AppendUvarint(b[:0], 300))`, `use(binary.BigEndian.AppendUint32(b[:0], 1))`, `binary.Append(b[:0], binary.BigEndian, uint32(1))`,
		`use(strconv.AppendInt(b[:0], 5, 10))`, `use(strconv.AppendUint(b[:0], 5, 10))`, `use(strconv.AppendBool(b[:0], true))`, `use(strconv.AppendFloat(b[:0], 1.5, 'g', -1, 64))`, `use(strconv.AppendQuote(b[:0], "x"))`, `use(strconv.AppendQuoteRune(b[:0], 'x'))`,
		`use(fmt.Append(b[:0], 1))`, `use(fmt.Appendf(b[:0], "%d", 3))`, `use(fmt.Appendln(b[:0], 1))`, `utf8.EncodeRune(b, 'c')`, `utf8.EncodeRune(b, 'é')`, `use(utf8.AppendRune(b[:0], 'c'))`, `hex.Encode(b, []byte{1})`, `hex.Decode(b, []byte("01"))`, `use(hex.AppendEncode(b[:0], []byte{1}))`,
		`base64.StdEncoding.Encode(b, []byte{1})`, `base64.StdEncoding.Decode(b, []byte("AAAA"))`, `use(base64.StdEncoding.AppendEncode(b[:0], []byte{1}))`, `base32.StdEncoding.Encode(b, []byte{1})`, `ascii85.Encode(b, []byte{1, 2, 3, 4})`,
		`io.ReadFull(strings.NewReader("0123456789abcdef"), b)`, `io.ReadAtLeast(strings.NewReader("0123456789abcdef"), b, 1)`, `strings.NewReader("q").Read(b)`, `bytes.NewReader([]byte{2}).Read(b)`, `bytes.NewBufferString("x").Read(b)`, `strings.NewReader("q").ReadAt(b, 0)`,
		`bufio.NewReader(strings.NewReader("q")).Read(b)`, `rand.Read(b)`, `slices.Reverse(b)`, `use(slices.Insert(b[:0], 0, 5))`, `use(slices.Insert(b, 0, 5))`, `use(slices.Delete(b, 0, 1))`, `use(slices.Replace(b, 0, 1, 5))`, `use(slices.AppendSeq(b[:0], slices.Values([]byte{1})))`,
		`bytes.NewBuffer(b[:0]).WriteByte(7)`, `bytes.NewBuffer(b[:0]).WriteString("x")`, `use(sha256.New().Sum(b[:0]))`, `use(time.Time{}.AppendFormat(b[:0], "2006"))`, `use(big.NewInt(5).Append(b[:0], 10))`, `use(html.UnescapeString(string(b)))`, `rc4c.XORKeyStream(b, make([]byte, 4))`,
		`aesc.Encrypt(b, make([]byte, 16))`, `big.NewInt(7).FillBytes(b)`, `subtle.XORBytes(b, []byte{1}, []byte{2})`, `use(netip.MustParseAddr("::1").AppendTo(b[:0]))`, `use(regexp.MustCompile("a(b)").Expand(b[:0], []byte("x"), []byte("ab"), []int{0, 2, 1, 2}))`,
		`copy(b, "x")`, `clear(b)`, `use(append(b[:0], 1))`, `mrand.New(mrand.NewSource(1)).Read(b)`, `ascii85.Decode(b, []byte("z"), true)`, `use(slices.Grow(b, 1))`, `bufio.NewScanner(strings.NewReader("x")).Buffer(b, 10)`, `use(crc32.NewIEEE().Sum(b[:0]))`,
	}},
	{"bytes not reached", `b := make([]byte, 16, 64)`, []string{writesLast}, []string{
		`binary.BigEndian.PutUint32(b, 1)`, `use(binary.LittleEndian.Uint64(b))`, `binary.PutUvarint(b, 300)`, `use(strconv.AppendInt(b[:0], 5, 10))`, `use(fmt.Appendf(b[:0], "%d", 3))`, `utf8.EncodeRune(b, 'c')`, `hex.Encode(b, []byte{1})`, `strings.NewReader("q").Read(b)`,
		`bytes.NewBuffer(b[:0]).WriteByte(7)`, `use(bytes.HasPrefix(b, []byte("he")))`, `utf8.DecodeRune(b)`, `use(slices.Insert(b[:0], 0, 5))`, `use(binary.BigEndian.AppendUint32(b[:0], 1))`, `use(bytes.NewReader(b))`, `use(slices.Grow(b, 1))`, `use(bytes.Lines(b))`, `use(bytes.IndexByte(b, 0))`,
		`use(slices.Index(b, 0))`, `use(slices.Contains(b, 0))`, `binary.Uvarint(b)`, `use(sha256.New().Sum(b[:0]))`, `use(hex.AppendEncode(b[:0], []byte{1}))`, `base64.StdEncoding.Decode(b, []byte("AAAA"))`, `base64.StdEncoding.Encode(b, []byte{1})`,
		`use(bytes.Index(b, []byte{0, 0}))`, `use(bytes.Contains(b, []byte{0, 0}))`, `use(bytes.Compare(b, []byte{1}))`, `for v := range slices.Chunk(b, 4) { use(v[0]); break }`, `bytes.Cut(b, []byte{0})`,
	}},
	{"ints read", `b := []int{3, 1, 2}`, []string{"b[0] = 7"}, []string{
		`use(slices.Max(b))`, `use(slices.Min(b))`, `use(slices.Sorted(slices.Values(b)))`, `use(slices.Collect(slices.Values(b)))`, `use(slices.Index(b, 9))`, `use(slices.IndexFunc(b, func(int) bool { return false }))`, `use(slices.Contains(b, 9))`, `use(slices.Equal(b, []int{3, 1, 4}))`,
		`use(slices.Compare(b, []int{3}))`, `use(slices.Clone(b))`, `use(slices.Concat(b, b))`, `use(slices.Repeat(b, 2))`, `use(slices.IsSorted(b[:2]))`, `slices.BinarySearch(b[:1], 2)`, `for i, v := range slices.Backward(b) { use(i, v) }`, `for v := range slices.Chunk(b, 2) { use(v[0]) }`,
		`use(slices.MaxFunc(b, func(a, b int) int { return a - b }))`, `use(sort.IntsAreSorted(b[:2]))`, `use(sort.SearchInts(b[:1], 2))`, `use(maps.Collect(slices.All(b)))`, `use(heap.Pop(&ints{3, 1}), b[0])`, `use(fmt.Sprint(b))`, `use(slices.CompareFunc(b, b, func(a, b int) int { return a - b }))`,
		`use(slices.Collect(slices.Chunk(b, 2))[0][0])`, `use(slices.SortedFunc(slices.Values(b), func(a, b int) int { return a - b }))`, `use(cmp.Or(b...))`,
	}},
	{"ints written", `b := []int{3, 1, 2}`, []string{"use(b[0])"}, []string{
		`slices.Sort(b)`, `slices.SortFunc(b, func(a, b int) int { return a - b })`, `slices.SortStableFunc(b, func(a, b int) int { return a - b })`, `slices.Reverse(b)`, `sort.Ints(b)`, `sort.Slice(b, func(i, j int) bool { return b[i] < b[j] })`, `sort.Sort(sort.IntSlice(b))`, `sort.Sort(sort.Reverse(sort.IntSlice(b)))`,
		`use(slices.Delete(b, 0, 1))`, `use(slices.DeleteFunc(b, func(int) bool { return true }))`, `use(slices.Compact(b))`, `use(slices.Insert(b[:2], 0, 9))`, `use(slices.Replace(b, 0, 1, 9))`, `heap.Init((*ints)(&b))`, `use(slices.AppendSeq(b[:0], slices.Values([]int{1})))`, `mrand.Shuffle(3, func(i, j int) { b[i], b[j] = b[j], b[i] })`,
		`slices.Collect(maps.Keys(map[int]int{b[0]: 1}))`,
	}},
	{"strings", `b := []string{"c", "a", "b"}`, []string{`b[0] = "x"`}, []string{
		`use(strings.Join(b, ","))`, `sort.Strings(b)`, `use(strings.NewReplacer(b[:2]...))`, `use(path.Join(b...))`, `use(filepath.Join(b...))`, `use(slices.Index(b, "z"))`, `csv.NewWriter(io.Discard).Write(b)`, `csv.NewWriter(io.Discard).WriteAll([][]string{b})`, `flag.NewFlagSet("x", 0).Parse(b)`, `use(sort.SearchStrings(b[:1], "z"))`,
		`use(b[0] + strings.ToUpper(b[0]))`,
	}},
	{"map", `b := map[string]int{"a": 1}`, []string{`b["a"] = 2`}, []string{
		`use(maps.Clone(b))`, `use(maps.Equal(b, map[string]int{"a": 3}))`, `use(slices.Collect(maps.Keys(b)))`, `use(slices.Collect(maps.Values(b)))`, `maps.Copy(b, map[string]int{"c": 1})`, `maps.Copy(map[string]int{}, b)`, `maps.DeleteFunc(b, func(string, int) bool { return false })`, `maps.Insert(b, maps.All(map[string]int{"q": 1}))`,
		`use(reflect.ValueOf(b).Len())`, `use(reflect.ValueOf(b).MapKeys())`, `use(reflect.ValueOf(b).MapIndex(reflect.ValueOf("a")))`, `use(fmt.Sprint(b))`, `json.Marshal(b)`, `reflect.ValueOf(b).MapRange().Next()`,
	}},
	{"values", `b := url.Values{"a": {"1"}}`, []string{`b["a"] = nil`}, []string{`use(b.Get("a"))`, `b.Set("b", "1")`, `b.Add("b", "1")`, `b.Del("q")`, `use(b.Has("a"))`, `use(b.Encode())`}},
	{"header", `b := http.Header{"A": {"1"}}`, []string{`b["A"] = nil`}, []string{`use(b.Get("A"))`, `b.Set("B", "1")`, `b.Add("B", "1")`, `b.Del("Q")`, `use(b.Clone())`, `use(b.Values("A"))`}},
	{"URL", `b := &url.URL{Scheme: "http", Host: "h:1", Path: "/p", RawQuery: "a=b"}`, []string{`b.Path = "/q"`, `b.Scheme = "x"`}, []string{
		`use(b.String())`, `use(b.Hostname())`, `use(b.Port())`, `use(b.IsAbs())`, `use(b.Query())`, `use(b.RequestURI())`, `use(b.EscapedPath())`, `use(b.JoinPath("x"))`, `use(b.ResolveReference(&url.URL{Path: "y"}))`, `use(b.Redacted())`, `b.UnmarshalBinary([]byte("http://x"))`, `b.MarshalBinary()`,
	}},
	{"FlagSet", `b := flag.NewFlagSet("x", flag.ContinueOnError); b.Int("n", 1, "")`, []string{`use(b.NArg())`, `b.Parse(nil)`}, []string{
		`b.Parse([]string{"-n=2"})`, `b.Int("m", 1, "")`, `b.String("s", "", "")`, `use(b.Lookup("n"))`, `b.Set("n", "3")`, `use(b.Args())`, `use(b.Arg(0))`, `use(b.Parsed())`, `b.VisitAll(func(*flag.Flag) {})`, `b.Visit(func(*flag.Flag) {})`, `b.SetOutput(nil)`, `use(b.Name())`, `use(b.NFlag())`,
	}},
	{"Regexp", `b := regexp.MustCompile("a+")`, []string{`b.Longest()`, `use(b.MatchString("aa"))`}, []string{
		`use(b.MatchString("aa"))`, `use(b.FindString("aa"))`, `use(b.String())`, `use(b.NumSubexp())`, `use(b.ReplaceAllString("a", "b"))`, `use(b.Split("bab", -1))`, `use(b.FindAllString("aa", -1))`, `use(b.SubexpNames())`, `b.Longest()`,
		`use(b.Match([]byte("aa")))`, `use(b.FindSubmatchIndex([]byte("aa")))`, `use(b.FindAll([]byte("aa"), -1))`, `use(b.ReplaceAll([]byte("a"), []byte("b")))`, `use(b.ReplaceAllLiteral([]byte("a"), []byte("b")))`,
	}},
	{"Replacer", `b := strings.NewReplacer("a", "b")`, []string{`use(b.Replace("abc"))`}, []string{`use(b.Replace("a"))`, `b.WriteString(io.Discard, "a")`}},
	{"csv Reader", `b := csv.NewReader(strings.NewReader("a,b\nc,d\n"))`, []string{`b.Read()`, `b.Comma = ';'`}, []string{`b.Read()`, `b.ReadAll()`, `use(b.InputOffset())`}},
	{"csv Writer", `b := csv.NewWriter(io.Discard)`, []string{`b.Write([]string{"x"})`}, []string{`b.Write([]string{"a"})`, `b.Flush()`, `b.Error()`}},
	{"Scanner", `b := bufio.NewScanner(strings.NewReader("a\nb\n"))`, []string{`b.Scan()`}, []string{`b.Scan()`, `use(b.Text())`, `use(b.Bytes())`, `b.Err()`, `b.Split(bufio.ScanWords)`}},
	{"bufio Reader", `b := bufio.NewReader(strings.NewReader("a\nb\n"))`, []string{`b.ReadByte()`}, []string{`b.ReadString('\n')`, `b.Peek(1)`, `use(b.Buffered())`, `b.ReadLine()`, `b.ReadRune()`, `b.UnreadByte()`, `b.Discard(1)`, `b.Reset(nil)`, `io.ReadAll(b)`}},
	{"bufio Writer", `b := bufio.NewWriter(io.Discard)`, []string{`b.WriteByte(1)`}, []string{`b.WriteString("x")`, `b.Flush()`, `use(b.Buffered())`, `use(b.Available())`, `b.WriteRune('x')`, `b.Reset(nil)`, `fmt.Fprint(b, 1)`}},
	{"Buffer", `b := bytes.NewBufferString("ab")`, []string{`b.WriteByte(1)`, `use(b.Len())`}, []string{
		`b.WriteString("x")`, `b.ReadByte()`, `b.ReadString('x')`, `use(b.String())`, `b.Truncate(1)`, `b.Grow(10)`, `b.Reset()`, `use(b.Next(1))`, `b.WriteTo(io.Discard)`, `b.ReadFrom(strings.NewReader("x"))`, `b.UnreadByte()`, `use(b.Cap())`,
	}},
	{"Builder", `var b strings.Builder`, []string{`b.WriteByte(1)`, `use(b.Len())`}, []string{`b.WriteString("x")`, `use(b.String())`, `b.Grow(3)`, `b.Reset()`, `use(b.Cap())`, `b.WriteRune('x')`}},
	{"strings Reader", `b := strings.NewReader("abc")`, []string{`b.ReadByte()`, `use(b.Len())`}, []string{`b.ReadByte()`, `b.ReadRune()`, `b.Seek(0, 0)`, `use(b.Size())`, `b.Reset("x")`, `io.ReadAll(b)`, `io.Copy(io.Discard, b)`}},
	{"list", `b := list.New(); b.PushBack(1)`, []string{`b.PushBack(2)`, `use(b.Len())`}, []string{`b.PushFront(1)`, `use(b.Front())`, `b.Remove(b.Front())`, `b.MoveToBack(b.Front())`, `b.Init()`, `use(b.Back())`}},
	{"ring", `b := ring.New(3)`, []string{`b.Value = 1`, `use(b.Value)`}, []string{`b.Do(func(any) {})`, `use(b.Len())`, `use(b.Next())`, `b.Unlink(1)`}},
	{"big", `b := big.NewInt(5)`, []string{`b.SetInt64(6)`, `use(b.Sign())`}, []string{`b.Add(b, big.NewInt(1))`, `use(b.String())`, `use(b.Int64())`, `new(big.Int).Mul(b, big.NewInt(2))`, `use(b.Cmp(big.NewInt(1)))`, `use(b.Bytes())`, `b.SetString("7", 10)`, `use(b.BitLen())`}},
	{"rand", `b := mrand.New(mrand.NewSource(1))`, []string{`use(b.Int())`}, []string{`use(b.Intn(3))`, `use(b.Float64())`, `use(b.Perm(3))`, `b.Shuffle(3, func(int, int) {})`, `b.Seed(1)`}},
	{"rand source", `b := mrand.NewSource(1)`, []string{`use(b.Int63())`}, []string{`use(b.Int63())`, `b.Seed(2)`, `use(mrand.New(b).Int())`}},
	{"PCG", `b := rand2.NewPCG(1, 2)`, []string{`use(b.Uint64())`}, []string{`use(b.Uint64())`, `b.Seed(1, 2)`, `use(rand2.New(b).IntN(5))`}},
	{"hash", `b := sha256.New()`, []string{`b.Write([]byte{1})`}, []string{`b.Write([]byte{2})`, `use(b.Sum(nil))`, `b.Reset()`, `use(b.Size())`, `io.WriteString(b, "x")`}},
	{"hash32", `b := crc32.NewIEEE()`, []string{`b.Write([]byte{1})`}, []string{`b.Write([]byte{2})`, `use(b.Sum32())`, `b.Reset()`}},
	{"hmac", `b := hmac.New(sha256.New, []byte("k"))`, []string{`b.Write([]byte{1})`}, []string{`b.Write([]byte{2})`, `use(b.Sum(nil))`, `b.Reset()`}},
	{"maphash", `var b maphash.Hash`, []string{`b.WriteByte(1)`}, []string{`b.WriteString("x")`, `b.Reset()`, `use(b.Size())`}},
	{"flate", `b, _ := flate.NewWriter(io.Discard, 1)`, []string{`b.Write([]byte{1})`}, []string{`b.Write([]byte{2})`, `b.Flush()`, `b.Close()`, `b.Reset(io.Discard)`}},
	{"gzip", `b := gzip.NewWriter(io.Discard)`, []string{`b.Write([]byte{1})`}, []string{`b.Write([]byte{2})`, `b.Flush()`, `b.Close()`, `b.Reset(io.Discard)`}},
	{"zlib", `b := zlib.NewWriter(io.Discard)`, []string{`b.Write([]byte{1})`}, []string{`b.Write([]byte{2})`, `b.Flush()`, `b.Close()`}},
	{"base64 encoder", `b := base64.NewEncoder(base64.StdEncoding, io.Discard)`, []string{`b.Write([]byte{1})`}, []string{`b.Write([]byte{2})`, `b.Close()`}},
	{"tabwriter", `b := tabwriter.NewWriter(io.Discard, 1, 1, 1, ' ', 0)`, []string{`b.Write([]byte{1})`}, []string{`b.Write([]byte{2})`, `b.Flush()`}},
	{"quotedprintable", `b := quotedprintable.NewWriter(io.Discard)`, []string{`b.Write([]byte{1})`}, []string{`b.Write([]byte{2})`, `b.Close()`}},
	{"multipart", `b := multipart.NewWriter(io.Discard)`, []string{`b.SetBoundary("x")`}, []string{`use(b.Boundary())`, `use(b.FormDataContentType())`, `b.WriteField("a", "b")`, `b.Close()`}},
	{"tar", `b := tar.NewWriter(io.Discard)`, []string{`b.Flush()`}, []string{`b.WriteHeader(&tar.Header{Name: "x"})`, `b.Close()`}},
	{"zip", `b := zip.NewWriter(io.Discard)`, []string{`b.Create("x")`}, []string{`b.Create("y")`, `b.SetComment("x")`, `b.Flush()`}},
	{"RGBA", `b := image.NewRGBA(image.Rect(0, 0, 4, 4))`, []string{`b.Pix[0] = 1`, `b.Set(0, 0, color.White)`, `b.SetRGBA(3, 3, color.RGBA{})`}, []string{
		`use(b.At(0, 0))`, `b.Set(0, 0, color.Black)`, `b.SetRGBA(0, 0, color.RGBA{})`, `use(b.RGBAAt(0, 0))`, `use(b.Bounds())`, `use(b.SubImage(image.Rect(0, 0, 1, 1)))`, `use(b.Opaque())`, `draw.Draw(b, b.Bounds(), image.White, image.Point{}, draw.Src)`, `png.Encode(io.Discard, b)`,
	}},
	{"pixels beside", `b := image.NewRGBA(image.Rect(0, 0, 4, 4))`, []string{`b.Set(3, 3, color.White)`}, []string{
		`use(b.At(0, 0))`, `b.Set(0, 0, color.Black)`, `b.SetRGBA(2, 3, color.RGBA{})`, `use(b.RGBAAt(3, 2))`, `draw.Draw(b, image.Rect(0, 0, 2, 2), image.White, image.Point{}, draw.Src)`, `use(image.Image(b).At(1, 1))`, `draw.Image(b).Set(1, 1, color.Black)`,
		`use(b.At(9, 9))`,
	}},
	{"template beside", `b := &point{X: 1, Y: &point{X: 2}}`, []string{`b.Z = "x"`, `b.Y.Z = "x"`}, []string{
		`template.Must(template.New("x").Parse("{{.X}}")).Execute(io.Discard, b)`, `template.Must(template.New("x").Parse("{{.Y.X}}")).Execute(io.Discard, b)`,
		`template.Must(template.New("x").Parse("{{define \"a\"}}{{.X}}{{end}}")).ExecuteTemplate(io.Discard, "a", b)`,
	}},
	{"templates", `b := map[string]any{"P": &point{X: 1}, "L": []*point{{X: 2}}}; p, q := b["P"].(*point), b["L"].([]*point)[0]; use(p, q)`, []string{`p.X = 5`, `q.X = 5`}, []string{
		`template.Must(template.New("x").Parse("{{range .L}}{{.X}}{{end}} {{.P.X}}")).Execute(io.Discard, b)`,
		`htmltemplate.Must(htmltemplate.New("x").Parse("{{range .L}}{{.X}}{{end}} {{.P.X}}")).Execute(io.Discard, b)`,
		`template.Must(template.New("x").Parse("{{define \"a\"}}{{range .L}}{{.X}}{{end}} {{with $p := .P}}{{$p.X}}{{end}}{{end}}")).ExecuteTemplate(io.Discard, "a", b)`,
	}},
	{"Gray", `b := image.NewGray(image.Rect(0, 0, 4, 4))`, []string{`b.Pix[0] = 1`}, []string{`use(b.At(0, 0))`, `b.Set(0, 0, color.Black)`, `b.SetGray(0, 0, color.Gray{})`, `use(b.GrayAt(0, 0))`, `use(b.GrayAt(1, 1))`, `b.SetGray(1, 1, color.Gray{})`}},
	{"image.Image", `var b draw.Image = image.NewNRGBA(image.Rect(0, 0, 4, 4))`, []string{`b.Set(0, 0, color.White)`}, []string{`use(b.At(0, 0))`, `b.Set(0, 0, color.Black)`, `b.Set(1, 1, color.Black)`, `use(b.Bounds())`}},
	{"pointers", `var b int; p := &b`, []string{`*p = 3`}, []string{`fmt.Sscan("1", p)`, `flag.NewFlagSet("x", 0).IntVar(p, "n", 1, "")`, `use(reflect.ValueOf(p).Elem().Int())`, `json.Unmarshal([]byte("1"), p)`, `errors.As(errors.New("x"), new(error))`}},
	{"template", `b := &point{X: 1, Y: &point{X: 2}}`, []string{`b.X = 5`, `b.Y.X = 5`, `b.Z = "x"`}, []string{
		`template.Must(template.New("x").Parse("{{.X}}")).Execute(io.Discard, b)`, `template.Must(template.New("x").Parse("{{.Y.X}}")).Execute(io.Discard, b)`, `template.Must(template.New("x").Parse("{{with .Y}}{{.X}}{{end}}")).Execute(io.Discard, b)`,
	}},
	{"json input", `b := &point{X: 1, Y: &point{X: 2}}`, []string{`use(b.X)`, `use(b.Y.X)`, `use(b.Z)`}, []string{
		`json.Unmarshal([]byte("{\"X\":3}"), b)`, `json.Unmarshal([]byte("{\"Y\":{\"X\":3}}"), b)`, `json.NewDecoder(strings.NewReader("{\"Z\":\"q\"}")).Decode(b)`,
	}},
}
