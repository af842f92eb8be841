module gocheck.dev/testdata/native

go 1.26
