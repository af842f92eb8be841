// Package drivers keeps the table of drivers of package database/sql as it natively is in each
// execution. What plain code has entered stays there. What rewritten code enters when it is
// initialised again stands for the driver of the execution before, which has that one's state; and
// what a test enters is gone after it.
package drivers
