// Package schema holds the words of the object model: the closed vocabularies
// in their order, object ids and addresses, the limits of the language and the
// reasons for leaving an object out. It imports nothing of the module, so that
// every other package can speak the same words.
package schema
