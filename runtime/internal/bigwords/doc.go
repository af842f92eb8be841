// Package bigwords finds the words that numbers of math/big consist of.
package bigwords
