package attempts

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/estimate"
)

// A Row has the values of one attempt by their names, in their order.
type Row struct {
	Names  []string
	Values []string
}

// get returns the value of a name, or "".
func (r Row) get(name string) string {
	if i := slices.Index(r.Names, name); i >= 0 && i < len(r.Values) {
		return r.Values[i]
	}
	return ""
}

// A role is what a column means.
type role string

// The roles.
const (
	start    role = "time" // start of the attempt
	end      role = "end"
	duration role = "duration"
	request  role = "request"
	status   role = "status"
	failure  role = "error" // text of an error; empty for a success
	asked    role = "retry-after"
)

// roles has the names by which columns are recognised, without separators, the likeliest first.
var roles = []struct {
	role  role
	names string
}{
	{start, "start starttime startedat starttimeunixnano timestamp @timestamp time ts datetime date t when timeiso8601 " +
		"timelocal msec"},
	{end, "end endtime endedat finishedat endtimeunixnano finish"},
	{duration, "duration durationms durations durationus durationns latency latencyms elapsed elapsedms took tookms " +
		"responsetime responsetimems requesttime timetaken"},
	{request, "requestid reqid xrequestid request traceid trace correlationid operationid callid jobid messageid id " +
		"clientid client user session remoteaddr remoteip ip"},
	{status, "status statuscode httpstatus httpstatuscode responsecode code result outcome grpccode success ok"},
	{failure, "error err exception errormessage"},
	{asked, "retryafter retryafters retryafterseconds senthttpretryafter"},
}

// Columns are the names of columns by their roles.
type Columns struct {
	Names map[role]string
	ends  bool // the time is when the attempt ended
	done  bool
}

// ParseColumns reads "time=ts,request=trace_id,status=code".
func ParseColumns(text string) (c Columns, err error) {
	c.Names = map[role]string{}
	for part := range strings.SplitSeq(text, ",") {
		if text == "" {
			break
		}
		name, column, ok := strings.Cut(strings.TrimSpace(part), "=")
		known := slices.ContainsFunc(roles, func(r struct {
			role  role
			names string
		}) bool {
			return string(r.role) == name
		})
		if !ok || column == "" || !known {
			return c, fmt.Errorf("%q is not ROLE=COLUMN with a role of %s", part, strings.Join(Roles(), ", "))
		}
		c.Names[role(name)] = column
	}
	return c, nil
}

// Roles returns the names of the roles.
func Roles() (list []string) {
	for _, r := range roles {
		list = append(list, string(r.role))
	}
	return list
}

// String returns the columns as --columns takes them.
func (c Columns) String() string {
	var list []string
	for _, r := range roles {
		if name := c.Names[r.role]; name != "" {
			list = append(list, string(r.role)+"="+name)
		}
	}
	return strings.Join(list, ",")
}

var separators = strings.NewReplacer("_", "", "-", "", ".", "", " ", "", "$", "", "%", "", "{", "", "}", "", ">", "")

// complete guesses the columns that were not given from the names of the first rows.
func (c *Columns) complete(head []Row, format string) error {
	if c.done {
		return nil
	}
	c.done = true
	names := namesOf(head)
	for _, name := range c.Names {
		if !slices.Contains(names, name) {
			return fmt.Errorf("there is no column %q; the columns are %s", name, strings.Join(names, ", "))
		}
	}
	given := c.Names[end] != "" && c.Names[start] == ""
	for _, r := range roles {
		if name := called(names, r.names); c.Names[r.role] == "" && name != "" && (!given || r.role != start) {
			c.Names[r.role] = name
		}
	}
	c.ends = format == nginx && c.Names[end] == "" // nginx logs a request when it has ended
	switch text := strings.Join(names, ", "); {
	case c.Names[start] == "" && c.Names[end] == "":
		return fmt.Errorf("no column is a time: --columns time=NAME names it; the columns are %s", text)
	case c.Names[request] == "":
		return fmt.Errorf("no column tells requests apart: --columns request=NAME names it, such as a request, trace or "+
			"client id; the columns are %s", text)
	}
	return nil
}

// namesOf returns the names of all values of rows, each once.
func namesOf(rows []Row) (names []string) {
	for _, row := range rows {
		for _, name := range row.Names {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// called returns the first name that is one of words, ignoring case and separators, or "".
func called(names []string, words string) string {
	for word := range strings.FieldsSeq(words) {
		i := slices.IndexFunc(names, func(name string) bool { return strings.ToLower(separators.Replace(name)) == word })
		if i >= 0 {
			return names[i]
		}
	}
	return ""
}

// attempt returns the attempt of a row, the name of its request, and the step of its clock. Times are in seconds.
func (c *Columns) attempt(row Row) (a estimate.Attempt, name string, tick float64, ok bool) {
	if name = row.get(c.Names[request]); name == "" || name == "-" {
		return a, "", 0, false
	}
	if a.Start, a.End, tick, ok = c.times(row); !ok {
		return a, "", 0, false
	}
	a.Outcome = c.outcome(row)
	a.Asked, _ = length(row.get(c.Names[asked]), "")
	return a, name, tick, true
}

// times returns the start and the end of the attempt of a row, the end NaN if it has none, and the step of its clock.
func (c *Columns) times(row Row) (from, to, tick float64, ok bool) {
	at, tick, begun := instant(row.get(c.Names[start]))
	end, step, ended := instant(row.get(c.Names[end]))
	took, lasts := length(row.get(c.Names[duration]), c.Names[duration])
	switch {
	case begun && ended:
		return at, end, tick, true
	case begun && lasts && c.ends:
		return at - took, at, tick, true
	case begun && lasts:
		return at, at + took, tick, true
	case begun:
		return at, math.NaN(), tick, true
	case ended && lasts:
		return end - took, end, step, true
	}
	return end, math.NaN(), step, ended
}

// outcome returns how the attempt of a row ended.
func (c *Columns) outcome(row Row) estimate.Outcome {
	if text := row.get(c.Names[status]); text != "" {
		return outcomeOf(text)
	}
	switch name := c.Names[failure]; {
	case name == "":
		return estimate.Unknown
	case slices.Contains([]string{"", "null", "nil", "-", "false"}, row.get(name)):
		return estimate.Succeeded
	}
	return estimate.Failed
}
