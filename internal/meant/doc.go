// Package meant guesses what somebody meant who wrote a word that a command does not know.
package meant
