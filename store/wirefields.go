package store

// field is where a member belongs; nil is nowhere.
func (w *wire) field(name string) any {
	switch name {
	case "kind":
		return &w.Kind
	case "id":
		return &w.ID
	case "type":
		return &w.Type
	case "project":
		return &w.Project
	case "object":
		return &w.Object
	case "rev":
		return &w.Rev
	case "created_at":
		return &w.CreatedAt
	case "tombstone":
		return &w.Tombstone
	case "title":
		return &w.Title
	case "origin":
		return &w.Origin
	case "trust":
		return &w.Trust
	case "validation":
		return &w.Validation
	case "roles":
		return &w.Roles
	case "state":
		return &w.State
	case "properties":
		return &w.Properties
	case "representations":
		return &w.Representations
	case "relation":
		return &w.Relation
	case "source":
		return &w.Source
	case "source_rev":
		return &w.SourceRev
	case "name":
		return &w.Name
	case "version":
		return &w.Version
	case "superseded":
		return &w.Superseded
	case "updated_at":
		return &w.UpdatedAt
	case "from":
		return &w.From
	case "to":
		return &w.To
	case "relationship":
		return &w.Relationship
	case "observed_at":
		return &w.ObservedAt
	case "ended_at":
		return &w.EndedAt
	}
	return nil
}

// field is where a member belongs; nil is nowhere.
func (f *wireForm) field(name string) any {
	switch name {
	case "name":
		return &f.Name
	case "media_type":
		return &f.MediaType
	case "content":
		return &f.Content
	case "content_ref":
		return &f.ContentRef
	case "content_hash":
		return &f.ContentHash
	case "tokens":
		return &f.Tokens
	case "estimator":
		return &f.Estimator
	case "roles":
		return &f.Roles
	}
	return nil
}
