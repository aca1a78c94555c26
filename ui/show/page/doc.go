// Package page writes reviews. A [Review] holds every answer about a scenario file. A [Page] is the review as text and
// charts, from which HTML and Markdown are written.
package page
