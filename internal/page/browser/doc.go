// Package browser tests the pages of package page in a real browser, headless
// Chromium by way of chromedp. It is a module of its own, so that nobody who
// uses gocheck has chromedp among the modules of theirs; .ci/run installs
// Chromium and runs it:
//
//	cd internal/page/browser && go test ./...            # skipped where there is no Chromium
//	GOCHECK_BROWSER=required go test ./...               # fails there
//	go test ./... -screenshots ../../../docs/screenshots # takes those of the docs anew
package browser
