// Package corpus makes stores of any size for measurements: NDJSON records as
// sqlq load reads them, the same bytes for the same seed and size, streamed in
// constant memory.
//
//	objects   lines       revisions  text     NDJSON
//	10,000     52,993    14,067   22 MB    27 MB
//	100,000   530,012   139,945  220 MB   273 MB
//
// What is in it:
//
//   - ten projects, the largest with 36 % of the objects, Tenth with exactly 10 %
//     and Hundredth with exactly 1 % when the size is a multiple of 1,000;
//   - text from a vocabulary of 60,000 words, drawn by Zipf's law, so that there
//     are words in 20 to 40 % of the revisions (Common), in 1 to 5 % (Medium) and
//     in under 0.2 % (Rare); words are independent of each other, which real text
//     is not: package githistory has real text;
//   - 1.4 revisions an object on average, one to three representations each
//     (summary, body, notes) of 30 to 400 words, 2 % of the objects deleted;
//   - every trust level, origin, role and declared state, secret content,
//     representations that are held elsewhere or are no text;
//   - derivations on 15 % of the objects, pinned and not, some of them stale,
//     invalid or unresolved by now;
//   - about three edges an object: to entities and to objects, some of them
//     ended, some parallel, one entity that 5 % of the objects are linked to and
//     ten objects that are linked to ten times as often as others.
package corpus
