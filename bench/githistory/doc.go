// Package githistory reads the history of git as records of a store: 84,242
// commits, 10,420 bullets of release notes, 1,008 tags and 7,370 files, with the
// links between them. It is real text with real links, and 200 questions whose
// answers are known.
//
//	data set                        store
//	commit                          object of project git, one revision
//	  title, text                   title; representations summary (the title) and body
//	  of the history                origin human, trust verified, validated by a human
//	  of an open pull request       origin external, trust untrusted, role untrusted_external
//	  author, committer, trailers   entities person:…, edges written_by, committed_by, reviewed-by, …
//	  files                         edges touches to the file's object, or to an entity when it has none
//	release note                    object of project git-notes, trust authoritative
//	tag                             object of project git-tags, origin system, trust authoritative
//	file                            object of project git-files; a tombstone when it was deleted
//	derived_from, reverts           derivations, pinned to revision 1
//	parent, cites, part_of          edges, from the day of the newer end on
package githistory
