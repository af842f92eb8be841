// Package surroundings has the methods of testing.T that change the process of the test: its
// environment, its folder, its temporary directories. Each change is undone by a cleanup, and by
// the end of the execution if the test does not come to that (runtime.Environment).
package surroundings
