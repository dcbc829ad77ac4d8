// Package source holds the text of one query, positions in it and the one error
// type of the language.
//
// Inside the compiler a place is a Span of byte offsets, because slicing text by
// bytes is cheap. What people and programs see is a Pos: code points from the
// start of the text, line and column (QG16). File turns the first into the
// second.
package source
