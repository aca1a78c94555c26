// Package page writes reviews. A [Review] is every answer about a scenario file. A [Page] is the review in words and
// charts, from which HTML and Markdown are written.
package page
