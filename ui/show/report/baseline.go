package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// ReadTables reads the tables of an earlier answer of one of the commands from its JSON.
func ReadTables(data []byte, tables any, commands ...string) error {
	doc := struct {
		Schema int
		Query  string
		Tables any
	}{Tables: tables}
	err := json.Unmarshal(data, &doc)
	switch {
	case err != nil:
		return fmt.Errorf("not JSON: %w", err)
	case !slices.Contains(commands, doc.Query):
		return fmt.Errorf("this is not the answer of retune %s --format json", strings.Join(commands, " or "))
	case doc.Schema != Schema:
		return fmt.Errorf("it has version %d of the JSON format, this retune reads version %d", doc.Schema, Schema)
	}
	return nil
}
