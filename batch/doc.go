// Package batch is what surrounds a run of sqlq.DB.Batch: it reads tasks from
// NDJSON, CSV and SQL, fills templates, writes bundles as NDJSON and items as
// rows of CSV, Parquet or a table, and keeps a journal, with which a batch that
// was killed goes on where it stopped.
//
//	records → Maker → sqlq.Tasks → sqlq.DB.Batch → Writer
//	                                     └→ Journal
package batch
