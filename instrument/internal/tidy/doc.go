// Package tidy prints rewritten source as gofmt does. The rewriter keeps every statement on its
// line, so it puts several on one; gofmt gives each a line of its own. What says then which line of
// the original a token stands for are line directives, made anew.
package tidy
