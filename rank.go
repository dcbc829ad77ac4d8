package sqlq

import (
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/schema"
)

// row is one row of the ranked statement: the counts, and a form of an object
// unless nothing was ranked.
type row struct {
	considered, inScope                           int
	maxAge, secret, trustOut, stale, role, noForm int
	rank                                          *int
	id                                            *string
	rev, revision, score, relevance, hop          *int32
	state, trust                                  *int16
	origin, validation                            *string
	own                                           *int32
	matched                                       *string
	path, via                                     []string
	name, mediaType                               *string
	chars, tokens                                 *int32
	estimator                                     *string
	roleClass                                     *int16
	contentHash                                   *string
	contentRef                                    *string
}

func (r *row) targets() []any {
	return []any{&r.considered, &r.inScope, &r.maxAge, &r.secret, &r.trustOut, &r.stale, &r.role, &r.noForm,
		&r.rank, &r.id, &r.rev, &r.revision, &r.score, &r.relevance, &r.hop, &r.state, &r.trust,
		&r.origin, &r.validation, &r.own, &r.matched, &r.path, &r.via,
		&r.name, &r.mediaType, &r.chars, &r.tokens, &r.estimator, &r.roleClass, &r.contentHash, &r.contentRef}
}

// rank runs the statement and gathers its rows into candidates.
func (s *snapshot) rank(c Compiled) (ranked, error) {
	rows, err := s.tx.Query(s.ctx, c.Statement.SQL, c.Statement.Args()...)
	if err != nil {
		return ranked{}, err
	}
	out := ranked{revisions: map[string]int32{}}
	var r row
	last := 0
	_, err = pgx.ForEachRow(rows, r.targets(), func() error {
		if out.excluded == nil {
			out.considered, out.excluded = r.considered, r.counts()
		}
		if r.rank == nil {
			return nil
		}
		if *r.rank != last {
			last = *r.rank
			candidate, err := r.candidate(c)
			if err != nil {
				return err
			}
			out.candidates = append(out.candidates, candidate)
			out.revisions[*r.id] = *r.revision
		}
		current := &out.candidates[len(out.candidates)-1]
		current.Forms = append(current.Forms, r.form())
		return nil
	})
	if err == nil && out.excluded == nil {
		err = errNoRows
	}
	return out, err
}

func (r *row) counts() map[schema.Reason]int {
	return map[schema.Reason]int{
		schema.ReasonOutOfScope: r.considered - r.inScope, schema.ReasonMaxAge: r.maxAge, schema.ReasonSecret: r.secret,
		schema.ReasonTrust: r.trustOut, schema.ReasonStale: r.stale, schema.ReasonRole: r.role,
		schema.ReasonNoRepresentation: r.noForm,
	}
}

func (r *row) candidate(c Compiled) (packer.Candidate, error) {
	out := packer.Candidate{
		Object: *r.id, Rev: int(*r.rev), Score: int(*r.score), Hops: int(*r.hop),
		State: schema.State(*r.state), Trust: schema.Trust(*r.trust), Own: int(*r.own),
		Path: r.path, Via: r.via,
	}
	var ok bool
	if out.Origin, ok = schema.ParseOrigin(*r.origin); !ok {
		return out, fmt.Errorf("object %s has the unknown origin %q", out.Object, *r.origin)
	}
	if out.Validation, ok = schema.ParseValidation(*r.validation); !ok {
		return out, fmt.Errorf("object %s has the unknown validation %q", out.Object, *r.validation)
	}
	if out.Hops > 0 {
		out.Propagated = int(*r.relevance) // QR9
	}
	for _, b := range c.Plan.Boosts {
		if b.Satisfied(out.State, out.Trust) {
			out.Boosts = append(out.Boosts, b.Term)
		}
	}
	if r.matched != nil && c.scorer.Terms != nil {
		terms, err := c.scorer.Terms(*r.matched)
		if err != nil {
			return out, fmt.Errorf("scorer %s: %w", c.name, err)
		}
		out.Terms = terms
	}
	return out, nil
}

// form reads one packable representation (QP4, QP5).
func (r *row) form() packer.Form {
	f := packer.Form{
		Name: *r.name, MediaType: *r.mediaType, Roles: schema.ClassSet(int(*r.roleClass)),
		ContentHash: *r.contentHash, ContentRef: r.contentRef,
	}
	switch {
	case r.tokens == nil:
		f.Tokens, f.Estimator = packer.EstimateTokens(int(*r.chars)), packer.EstimatorChars
	case r.estimator == nil:
		f.Tokens, f.Estimator = int(*r.tokens), packer.EstimatorDeclared
	default:
		f.Tokens, f.Estimator = int(*r.tokens), *r.estimator
	}
	return f
}
