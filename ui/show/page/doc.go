// Package page is a review as it is read. A [Review] is all that can be said of a scenario file, and a
// [Page] is that in words and pictures: HTML and Markdown are written from it.
package page
