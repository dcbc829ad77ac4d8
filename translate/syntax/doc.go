// Package syntax reads the text of a SignalQL query: text → tokens → syntax tree,
// and prints a tree back as formatted text. It knows the grammar and nothing of
// what a query means: ranges, vocabularies' order and the types of predicates
// belong to package query.
//
// The grammar, with the decisions of the semantics filled in:
//
//	query          = context_task | context_entity | explain_context | find_object .
//	context_task   = "CONTEXT" "FOR" string { context_clause } .
//	context_clause = "USING" "PROJECT" string
//	               | "BUDGET" integer "TOKENS"
//	               | "PREFER" prefer_item { "," prefer_item }
//	               | "EXCLUDE" exclude_item { "," exclude_item }
//	               | "MAX" ( "OBJECTS" integer | "DEPTH" integer | "AGE" integer unit )
//	               | "WITH" "EVIDENCE"
//	               | as_of .
//	prefer_item    = "CURRENT" | trust_level | "REPRESENTATION" rep_name .
//	exclude_item   = "UNTRUSTED" | "STALE" | "ROLE" role [ "FROM" role ] .
//	context_entity = "CONTEXT" "FOR" "entity" "(" name ")" { entity_clause } .
//	entity_clause  = where | "DEPTH" "<=" integer | "INCLUDE" section { "," section } | as_of .
//	explain_context = "EXPLAIN" "CONTEXT" ( address | string ) .
//	find_object    = "FIND" "OBJECT" [ "(" name ")" ] { find_clause } .
//	find_clause    = "ABOUT" string [ "USING" "REPRESENTATION" rep_name ]
//	               | where | as_of | "LIMIT" integer .
//	as_of          = "AS" "OF" string .
//	where          = "WHERE" predicate .
//	predicate      = conjunction { "OR" conjunction } .
//	conjunction    = negation { "AND" negation } .
//	negation       = "NOT" negation | "(" predicate ")" | comparison .
//	comparison     = column ( op literal
//	               | [ "NOT" ] "IN" "(" literal { "," literal } ")"
//	               | "BETWEEN" literal "AND" literal
//	               | "CONTAINS" literal
//	               | "IS" [ "NOT" ] "NULL" ) .
//	op             = "=" | "!=" | "<" | "<=" | ">" | ">=" .
//	column         = word { "." ( word | string ) } .
//	literal        = string | [ "-" ] ( integer | decimal ) | "TRUE" | "FALSE" .
//	name           = word { "." word } .
//	rep_name       = string | word .
//	unit           = "h" | "d" | "w" | "m" .
//
// Keywords take any case and are not reserved (QG2). Clauses come in any order,
// each at most once except PREFER and EXCLUDE, which merge (QG5). There are no
// comments, no semicolons and no parameters (QG15).
package syntax
