// Package fuzzing runs fuzz targets as go test does without -fuzz: with the seeds that F.Add and
// the files of testdata/fuzz give, each of which is a subtest.
package fuzzing
