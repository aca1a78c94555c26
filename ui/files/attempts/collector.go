package attempts

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"slices"

	"retune/calc/estimate"
)

const (
	mostAttempts = 200_000 // attempts that are kept
	headRows     = 100     // rows whose columns are known before any is read
	mostOfOne    = 20_000  // attempts of one request, above which its name does not tell requests apart
)

// A Collector gathers attempts from logs.
type Collector struct {
	Columns Columns // given by the user; completed by the names of the first log
	Layout  string  // format of an access log, or ""

	Format   string // name of the format of the last log
	Rows     int    // attempts that were read
	Unread   int    // rows without a time or a request, or that are not in the format
	Sampled  float64
	requests map[uint64][]estimate.Attempt
	kept     int
	most     int    // attempts that are kept
	share    uint64 // hashes up to it are kept
	tick     float64
	base     float64
}

// NewCollector returns a collector with the columns that a user gave, and the format of access logs, or "".
func NewCollector(columns Columns, layout string) *Collector {
	return &Collector{Columns: columns, Layout: layout, requests: map[uint64][]estimate.Attempt{}, most: mostAttempts,
		share: math.MaxUint64, tick: 1, base: math.NaN()}
}

// Read adds the attempts of a log.
func (c *Collector) Read(in io.Reader) error {
	format, rows, err := c.opened(in)
	if err != nil {
		return err
	}
	c.Format = format
	var head []Row // the first rows: not all of them have every column
	read := 0
	for row, err := range rows {
		switch read++; {
		case errors.Is(err, errRow):
			c.Unread++
			continue
		case err != nil:
			return err
		}
		if head = append(head, row); read < headRows {
			continue
		}
		if err := c.take(head); err != nil {
			return err
		}
		head = head[:0]
	}
	return c.take(head)
}

// take adds the attempts of rows.
func (c *Collector) take(rows []Row) error {
	if len(rows) == 0 {
		return nil
	}
	if err := c.Columns.complete(rows, c.Format); err != nil {
		return err
	}
	for _, row := range rows {
		if !c.add(row) {
			c.Unread++
		}
	}
	return c.bound()
}

// errRow marks a row that is not in the format. The next one is read.
var errRow = errors.New("not in the format")

// add adds the attempt of a row, if it has one.
func (c *Collector) add(row Row) bool {
	a, name, tick, ok := c.Columns.attempt(row)
	if !ok {
		return false
	}
	c.Rows++
	hash := fnv.New64a()
	_, _ = io.WriteString(hash, name)
	key := spread(hash.Sum64())
	if key > c.share {
		return true
	}
	if math.IsNaN(c.base) {
		c.base = a.Start
	}
	a.Start, a.End = a.Start-c.base, a.End-c.base
	c.tick = min(c.tick, tick)
	c.requests[key] = append(c.requests[key], a)
	c.kept++
	return true
}

// spread mixes the bits of a hash, so that its size says nothing of the name.
func spread(x uint64) uint64 {
	x = (x ^ x>>31) * 0x7fb5d329728ea185
	x = (x ^ x>>27) * 0x81dadef4bc2dd44d
	return x ^ x>>33
}

// bound drops half of the requests if there are too many attempts.
func (c *Collector) bound() error {
	for c.kept > c.most {
		c.share /= 2
		for key, list := range c.requests {
			if err := c.apart(list); err != nil {
				return err
			}
			if key > c.share {
				c.kept -= len(list)
				delete(c.requests, key)
			}
		}
	}
	return nil
}

// apart returns an error if a request has so many attempts that its name does not tell requests apart.
func (c *Collector) apart(list []estimate.Attempt) error {
	if len(list) <= mostOfOne {
		return nil
	}
	return fmt.Errorf("column %q has the same value in %d rows: it does not tell requests apart; --columns "+
		"request=NAME names another one", c.Columns.Names[request], len(list))
}

// Log returns the attempts by request. A request ends with a success: a later attempt of the same name begins another.
func (c *Collector) Log() (estimate.Log, error) {
	log := estimate.Log{Tick: c.tick}
	if c.Rows == 0 {
		return log, fmt.Errorf("the log has no attempt with a time and a request in %d rows", c.Unread)
	}
	if c.Unread > c.Rows {
		return log, fmt.Errorf("%d of %d rows have no time or no request, or are not in the format %s", c.Unread,
			c.Unread+c.Rows, c.Format)
	}
	c.Sampled = float64(c.share) / math.MaxUint64
	keys := make([]uint64, 0, len(c.requests))
	for key := range c.requests {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		list := c.requests[key]
		if err := c.apart(list); err != nil {
			return log, err
		}
		slices.SortStableFunc(list, func(a, b estimate.Attempt) int { return cmp.Compare(a.Start, b.Start) })
		from := 0
		for i, a := range list {
			if a.Outcome == estimate.Succeeded || i == len(list)-1 {
				log.Requests = append(log.Requests, estimate.Request{Attempts: list[from : i+1 : i+1]})
				from = i + 1
			}
		}
	}
	return log, nil
}
