package attempts

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"retune/calc/estimate"
)

// TestFormats reads two requests, a with two attempts and b with one that succeeds, from each format.
func TestFormats(t *testing.T) {
	for name, c := range map[string]struct{ log, columns, layout string }{
		"lab": {log: `{"retune_lab":1,"command":"retune fleet","speed":1}
{"client":0,"request":1,"attempt":0,"start":1,"end":1.5,"result":"rejected","id":1}
{"client":1,"request":2,"attempt":0,"start":2,"end":2.5,"result":"success","last":true,"id":2}
{"client":0,"request":1,"attempt":1,"start":3,"end":3.5,"result":"timeout","id":3}
{"left":{"id":3,"at":4}}`},
		"lines": {log: `{"ts":"2026-01-02T03:04:01.000Z","http":{"status":503},"request_id":"a","duration_ms":500}
{"ts":"2026-01-02T03:04:02.000Z","http":{"status":200},"request_id":"b","duration_ms":500}
not JSON
{"ts":"2026-01-02T03:04:03.000Z","http":{"status":503},"request_id":"a","duration_ms":500}`,
			columns: "status=http.status"},
		"array": {log: `[{"time":1700000001.0,"id":"a","error":"refused","duration":"500ms"},
{"time":1700000002.0,"id":"b","error":"","duration":"500ms"},
{"time":1700000003.0,"id":"a","error":"x","duration":"0.5s"}]`},
		"csv": {log: "when,end,trace-id,code\n1700000001000,1700000001500,a,503\n1700000002000,1700000002500,b,0\n" +
			"1700000003000,1700000003500,a,14\n", columns: "time=when"},
		"nginx": {log: "1700000001.500 0.500 a 503 -\n1700000002.500 0.500 b 200 -\n1700000003.500 0.500 a 503 -\n",
			layout: "$msec $request_time $request_id $status"},
		"apache": {log: `h - - [02/Jan/2026:03:04:01 +0100] "GET / HTTP/1.1" 503 500000 a
h - - [02/Jan/2026:03:04:02 +0100] "GET / HTTP/1.1" 200 500000 b
h - - [02/Jan/2026:03:04:03 +0100] "GET / HTTP/1.1" 500 500000 a`,
			layout: `%h %l %u %t "%r" %>s %D %{X-Request-Id}i`},
		"spans": {log: `{"resourceSpans":[{"scopeSpans":[{"spans":[` + spanText(1, "a", 2) + "," + spanText(2, "b", 0) + "," +
			spanText(3, "a", 2) + `,{"traceId":"a","kind":2,"startTimeUnixNano":"1"}]}]}]}`},
	} {
		columns, err := ParseColumns(c.columns)
		if err != nil {
			t.Fatal(err)
		}
		r := NewCollector(columns, c.layout)
		if err := r.Read(strings.NewReader(c.log)); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		log, err := r.Log()
		if err != nil || len(log.Requests) != 2 {
			t.Errorf("%s: %v, %+v, columns %s", name, err, log, r.Columns)
			continue
		}
		a, b := log.Requests[0].Attempts, log.Requests[1].Attempts
		if len(a) < len(b) {
			a, b = b, a
		}
		if len(a) != 2 || len(b) != 1 || !(math.Abs(a[1].Start-a[0].End-1.5) < 1e-6) || a[1].Outcome != estimate.Failed ||
			b[0].Outcome != estimate.Succeeded {
			t.Errorf("%s: %+v %+v, columns %s", name, a, b, r.Columns)
		}
	}
}

func spanText(at int, trace string, code int) string {
	return fmt.Sprintf(`{"traceId":"%s","spanId":"s","parentSpanId":"p","name":"GET","kind":3,`+
		`"startTimeUnixNano":"170000000%d000000000","endTimeUnixNano":"170000000%d500000000","status":{"code":%d}}`,
		trace, at, at, code)
}

// TestRefuses reads logs that are no logs of attempts. Each has one line that says what is wrong.
func TestRefuses(t *testing.T) {
	for want, c := range map[string]struct{ log, columns, layout string }{
		"is empty":            {log: " \n"},
		"neither JSON lines":  {log: "root:x:0:0\nbin:x:1:1\n"},
		"no column is a time": {log: `{"request_id":"a","status":1}`},
		"tells requests":      {log: `{"time":1,"status":1}`},
		"no column \"x\"":     {log: `{"time":1,"id":"a"}`, columns: "status=x"},
		"cut short":           {log: `[{"time":1,"id":"a"},{"ti`},
		"has no value":        {log: "a", layout: "none"},
		"have no time":        {log: "time,id\n1,a\nx,b\n,c\ny,d\n"},
		"no attempt":          {log: "\x00\x01,\x02\n\xff,\xfe\n", columns: "time=\x00\x01,request=\x02"},
	} {
		columns, _ := ParseColumns(c.columns)
		r := NewCollector(columns, c.layout)
		err := r.Read(strings.NewReader(c.log))
		if err == nil {
			_, err = r.Log()
		}
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("want %q: %v", want, err)
		}
	}
	if _, err := ParseColumns("when=ts"); err == nil {
		t.Error("a role that does not exist is accepted")
	}
}

// whole is set to read a log of as many attempts as a collector keeps, and more.
var whole = flag.Bool("whole", false, "read a log that is longer than what is kept, not a tenth of it")

// A repeated log has three attempts of each of many requests.
type repeated struct {
	n, most int
	rest    bytes.Buffer
}

func (r *repeated) Read(b []byte) (int, error) {
	for ; r.rest.Len() < len(b) && r.n < r.most; r.n++ {
		fmt.Fprintf(&r.rest, `{"ts":%d.%03d,"request_id":"request-%d","status":503,"text":"%s"}`+"\n", 1700000000+r.n/1000,
			r.n%1000, r.n/3, strings.Repeat("x", 200))
	}
	return r.rest.Read(b)
}

// TestSampled reads a log of more attempts than are kept. Whole requests are kept, and memory stays within bounds. By
// default a tenth is kept.
func TestSampled(t *testing.T) {
	r := NewCollector(Columns{Names: map[role]string{}}, "")
	if !*whole {
		r.most = mostAttempts / 10
	}
	rows := 11 * r.most / 10 // so that half of the requests is dropped
	if err := r.Read(&repeated{most: rows}); err != nil {
		t.Fatal(err)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	log, err := r.Log()
	if err != nil || r.Rows != rows || !(r.Sampled <= 0.5) || m.HeapAlloc > uint64(r.most)*800 {
		t.Errorf("%v: %d rows, a share of %v, %d MB", err, r.Rows, r.Sampled, m.HeapAlloc>>20)
	}
	for _, q := range log.Requests {
		if len(q.Attempts) != 3 {
			t.Fatalf("a request has %d attempts, want 3", len(q.Attempts))
		}
	}
}

// TestHostile reads logs that try to break the reader or to be shown. Each ends with one line, which shows nothing of
// the log but the names of columns, or with attempts.
func TestHostile(t *testing.T) {
	const secret = "s3cr3t"
	long, deep := strings.Repeat(secret, 1<<18), strings.Repeat(`{"a":`, 1<<16)+secret
	row := `{"time":1,"id":"` + secret + `","status":503}` + "\n"
	for name, c := range map[string]struct{ log, columns, layout string }{
		"one long line":       {log: `{"time":1,"id":"` + long + `"}`},
		"long lines of CSV":   {log: "time,id\n1," + long + "\n2," + long + "\n"},
		"deep JSON":           {log: deep},
		"deep array":          {log: strings.Repeat("[", 1<<16) + secret},
		"no end of an array":  {log: "[" + strings.TrimSpace(row) + ","},
		"zeros":               {log: strings.Repeat("\x00", 1<<16) + secret},
		"all bytes":           {log: "\xff\xfe" + secret + "\x00\x80\n"},
		"escapes":             {log: "time,id\n1,\x1b]0;" + secret + "\x07\n2,\x1b[2J" + secret + "\n"},
		"a quote without end": {log: "time,id\n1,\"" + secret + "\n2,a\n"},
		"huge numbers":        {log: `{"time":1e999,"id":"` + secret + `"}`},
		"NaN":                 {log: "time,id\nNaN," + secret + "\nInf," + secret + "\n-Inf," + secret + "\n"},
		"dates out of range":  {log: "time,id\n9999999-13-41T99:99:99Z," + secret + "\n"},
		"negative durations":  {log: "time,duration,id\n5,-1e300," + secret + "\n6,-1," + secret + "\n"},
		"many columns":        {log: strings.Repeat("x,", 1<<16) + "time,id\n" + strings.Repeat(secret+",", 1<<16) + "1,a\n"},
		"columns twice":       {log: "time,time,id,id\n1,2," + secret + ",b\n"},
		"fewer values":        {log: "time,id,status\n1\n2,a\n3,b,503,4,5,6\n"},
		"words for times":     {log: "time,id\n" + secret + ",a\n" + secret + ",b\n"},
		"one name for all":    {log: strings.Repeat(row, 30_000)},
		"spans without times": {log: `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"` + secret +
			`","kind":3}]}]}]}`},
		"spans of another":   {log: `{"resourceSpans":{"` + secret + `":1}}`},
		"a record cut short": {log: `{"retune_lab":1}` + "\n" + `{"client":0,"request":1,"start":` + secret},
		"a layout of blanks": {log: secret, layout: "$time_iso8601  $request_id"},
		"an endless layout":  {log: secret + " " + long, layout: `%t "%r" %>s`},
		"commands":           {log: "time,id\n1,$(touch " + secret + ")\n2,`" + secret + "`\n"},
	} {
		columns, err := ParseColumns(c.columns)
		if err != nil {
			t.Fatal(err)
		}
		r := NewCollector(columns, c.layout)
		if err = r.Read(strings.NewReader(c.log)); err == nil {
			var log estimate.Log
			if log, err = r.Log(); err == nil {
				_, err = estimate.Of(log, 0, 1)
			}
		}
		if err == nil || len(err.Error()) > 300 || strings.ContainsAny(err.Error(), "\n\x1b\x00") ||
			strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %.400v", name, err)
		}
	}
}
