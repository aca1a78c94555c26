package clientconfig

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"retune/ui/ask/setting"
)

// settings returns a policy as one line.
func settings(p Policy) string {
	var list []string
	for _, s := range p.Set {
		list = append(list, s.Name+"="+s.Text)
	}
	return p.Client + ": " + strings.Join(list, " ")
}

// TestExamples reads examples from the documentation of clients. In testdata, each file follows == and its name, and =>
// precedes the policies expected.
func TestExamples(t *testing.T) {
	first, err := os.ReadFile("testdata/examples.txt")
	second, also := os.ReadFile("testdata/more.txt")
	third, too := os.ReadFile("testdata/tools.txt")
	if err != nil || also != nil || too != nil {
		t.Fatal(err, also, too)
	}
	for example := range strings.SplitSeq(string(first)+string(second)+string(third), "== ") {
		name, text, _ := strings.Cut(example, "\n")
		text, want, _ := strings.Cut(text, "=> ")
		list, err := Read(name, []byte(text), nil)
		var got []string
		for _, p := range list {
			got = append(got, fmt.Sprintf("%d %s %s\n", p.Line, p.Path, settings(p)))
		}
		if all := strings.Join(got, "=> "); err != nil || all != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, all, want)
		}
	}
}

// TestXML checks that XML is no file of Fluentd, although it may have a match section.
func TestXML(t *testing.T) {
	list, err := Read("fonts.conf", []byte("<?xml version=\"1.0\"?>\n<match target=\"font\">\n<edit/>\n"), nil)
	if len(list) > 0 || err != nil {
		t.Errorf("%v, %v", list, err)
	}
}

// TestWriteThenRead writes random values in each format and reads the same back, with the format given and with the
// format recognised.
func TestWriteThenRead(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range Formats() {
		for range 30 {
			if f.Frame == "" { // the format cannot be written
				break
			}
			set := randomSettings(f, r)
			if len(set) == 0 { // some syntaxes cannot write an empty policy
				continue
			}
			text, inexact, missing, err := f.Write(set)
			if err != nil || len(missing) > 0 {
				t.Fatalf("%s: %v: %v, missing %v", f.Name, set, err, missing)
			}
			for _, x := range inexact {
				for i := range set {
					if set[i].Name == x.Name {
						set[i].Text = x.Text
					}
				}
			}
			want := settings(Policy{Client: f.Client, Set: f.completed(slices.Clone(set))})
			for _, format := range []*Format{&f, nil} {
				if format == nil && f.Files != "" {
					continue
				}
				if (format == nil || f.Open) && f.Marks != "" && len(set) < len(f.Keys) { // the marks may be absent
					continue
				}
				list, err := Read("", []byte(text), format)
				// without the policies that are implied
				list = slices.DeleteFunc(list, func(p Policy) bool { return p.Format != f.Name })
				if err != nil || len(list) != 1 || settings(list[0]) != want {
					t.Fatalf("%s, %v: %v\n%s\nhas %v\nwant %s", f.Name, format != nil, err, text, list, want)
				}
			}
		}
	}
}

// randomSettings returns random values for most keys of the format.
func randomSettings(f Format, r *rand.Rand) (set []Setting) {
	all := r.IntN(2) == 0
	for n, k := range f.Keys {
		if slices.ContainsFunc(f.Keys[:n], func(first Key) bool { return first.Name == k.Name }) {
			continue
		}
		for range 20 {
			if !all && r.IntN(3) == 0 {
				break
			}
			text := []string{"0", "1", "7", "0.5", "1.5", "100ms", "2s", "90s", "1h", "250ms", "0.0015s", "none", "true",
				"false"}[r.IntN(14)]
			if list := strings.Fields(strings.NewReplacer(",", " ", ":", " ").Replace(k.form.like)); r.IntN(3) == 0 {
				text = strings.ToLower(list[r.IntN(len(list))])
			}
			written, err := k.form.write(text)
			if err != nil {
				continue
			}
			if value, err := k.form.read(written); err == nil && value != "" {
				set = append(set, Setting{Name: k.Name, Text: value})
				break
			}
		}
	}
	return set
}

// TestStrict checks that an error names the line, and the right key among the known ones.
func TestStrict(t *testing.T) {
	for _, c := range []struct{ file, text, want, hint string }{
		{"a.json", "{\"methodConfig\":[{\n\"retryPolicy\":{\"maxAtempts\":4}}]}",
			`a.json line 2: unknown key "maxAtempts" in the gRPC service config`, "maxAttempts"},
		{"a.json", "{\"methodConfig\":[{\n\"retryPolicy\":{\"maxAttempts\":\"x\"}}]}",
			`a.json line 2: maxAttempts: "x" is not a whole number: it is written like 5`, ""},
		{"e.yaml", "retry_policy:\n  retry_on: 5xx\n  retry_back_off:\n    base: 1s\n",
			`e.yaml line 4: unknown key "retry_back_off.base" in the Envoy retry_policy`, ""},
		{"e.yaml", "retry_policy:\n  retry_on: 5xx\n  retry_back_off:\n    base_interval: 25ms\n",
			`e.yaml line 4: retry_back_off.base_interval: "25ms" is not a time: it is written like 0.1s`, ""},
		{"b.yaml", "kind: BackendTrafficPolicy\nspec:\n  retry:\n    perRetry: {timeout: 1.5s}\n",
			`b.yaml line 4: perRetry.timeout: "1.5s" is not a time: it is written like 500ms or 1m30s`, ""},
		{"prometheus.yml", "remote_write:\n- queue_config:\n    min_backoff: 0.5s\n",
			`prometheus.yml line 3: min_backoff: "0.5s" is not a time: it is written like 30ms or 1m30s`, ""},
		{"application.yml", "resilience4j.retry.instances.a:\n  waitDuration: 1.5s\n",
			`application.yml line 2: waitDuration: "1.5s" is not a time: ` +
				`it is written like 500ms, 2s, PT0.5S or a number of milliseconds`, ""},
		{"a.service", "[Service]\nRestartSecs=5\n", `a.service line 2: unknown key "RestartSecs" in the systemd unit`,
			"RestartSec"},
		{"p.properties", "retry.backoff.ms=1\nretry.backoff.maximum.ms=2\n",
			`p.properties line 2: unknown key "retry.backoff.maximum.ms" in the Kafka client properties`,
			"retry.backoff.max.ms"},
		{"a.yaml", "a: 1\nb: 2\na: 3\n", `a.yaml line 3: the key "a" is there twice, first in line 1`, ""},
		{"a.yaml", "a: &x [*x]\n", "a.yaml line 1: nested deeper than 100 levels", ""},
		{"a.json", `{"a":1,"a":2}`, `a.json line 1: the key "a" is there twice, first in line 1`, ""},
		{"a.json", "{\n\"a\":\n", `a.json line 3: not read: did not find expected node content`, ""},
		{"a.json", "{\"a\x01\":1}", "a.json line 1: not read: control characters are not allowed (value: 1)", ""},
		{"a.json", `{"a\u001b[31m":1}`, `a.json line 1: the key "a\x1b[31m" has a control character`, ""},
		{"a.yaml", "\"a\\e[31m\": 1\n", `a.yaml line 1: the key "a\x1b[31m" has a control character`, ""},
		{"a.toml", "a = 1\nb = = 2\n", `a.toml line 2: not TOML: `, ""},
		{"a.bin", "a\n\x00b", `a.bin line 2: this is not a text`, ""},
		{"a.yaml", "{{- if .on }}\nspec: {{ .spec }}\n", `a.yaml line `,
			"helm template RELEASE CHART | retune import - reads what it makes"},
		{"main.tf", "locals {\n}\n", "main.tf is HCL, which is not read",
			"hcl2json FILE > FILE.json makes JSON of it; --client terraform has the retries of the AWS provider"},
		{"a.conf", "<match **>\n<buffer>\n", `a.conf line 2: the section is not closed`, ""},
	} {
		_, err := Read(c.file, []byte(c.text), nil)
		e, _ := errors.AsType[setting.Refused](err)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) ||
			c.hint != "" && e.Hint != c.hint && !slices.Contains(e.Names, c.hint) {
			t.Errorf("%s %q: %v (%+v), want %s (%s)", c.file, c.text, err, e, c.want, c.hint)
		}
	}
}

// TestHostile checks that malicious files give an error soon, on one line of plain text.
func TestHostile(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c < 'z'; c++ {
		bomb += fmt.Sprintf("%c: &%c [*%c,*%[3]c,*%[3]c,*%[3]c,*%[3]c,*%[3]c,*%[3]c,*%[3]c,*%[3]c]\n", c, c, c-1)
	}
	for name, text := range map[string]string{
		"large.yaml": strings.Repeat("a", maxSize+1),
		"bomb.yaml":  bomb,
		"deep.yaml":  strings.Repeat("[", 100_000),
		"nest.yaml":  strings.Repeat("a: {", 20_000),
		"down.yaml": func() (s string) {
			for i := range 300 {
				s += strings.Repeat(" ", i) + "a:\n"
			}
			return s
		}(),
		"deep.json": strings.Repeat("[", 100_000),
		"deep.toml": "a=" + strings.Repeat("[", 100_000),
		"dots.toml": strings.Repeat("a.", 10_000) + "a=1",
		"keys.toml": "[" + strings.Repeat("a.", 10_000) + "a]",
		"deep.conf": strings.Repeat("<match a>\n", 10_000),
		"esc.yaml":  "\"\\e]0;x\\a\": {retry_policy: {retry_on: a}}",
		"esc.json":  "{\"retry\\u009b31mPolicy\": \x1b[31m}",
		"tabs.yaml": "a:\n\t- b",
	} {
		start := time.Now()
		_, err := Read(name, []byte(text), nil)
		if err == nil || !plain(err.Error()) || len(err.Error()) > 400 {
			t.Errorf("%s: %q", name, err)
		}
		if took := time.Since(start); took > 2*time.Second { // 0.1 s on an idle machine
			t.Errorf("%s took %v", name, took)
		}
	}
	if _, err := Read("a.properties", []byte(strings.Repeat("a.", 50_000)+"b=1"), nil); err == nil ||
		!strings.Contains(err.Error(), "deeper") {
		t.Errorf("dots: %v", err)
	}
}

// FuzzRead checks that nothing hangs or panics, that errors are one line of plain text, and that what is read can be
// written.
func FuzzRead(f *testing.F) {
	for i, format := range Formats() {
		text, _, _, err := format.Write(nil)
		if err == nil {
			f.Add(uint8(i), text)
		}
	}
	ends := []string{".yaml", ".json", ".toml", ".properties", ".service", ".conf", ""}
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		list, err := Read("file"+ends[int(i)%len(ends)], []byte(text), nil)
		if err != nil && (!plain(err.Error()) || len(err.Error()) > 500) {
			t.Fatalf("%q", err)
		}
		for _, p := range list {
			if !plain(p.Path) || p.Line < 1 {
				t.Fatalf("%+v", p)
			}
			format, _ := Find(p.Format)
			if _, _, _, err := format.Write(p.Set); err != nil && format.Frame != "" {
				t.Fatalf("%+v cannot be written: %v", p, err)
			}
		}
	})
}

// TestNotes checks the notes on ignored keys and on defaults, and the risks of retrying.
func TestNotes(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"a.yaml",
			"kind: BackendTrafficPolicy\nspec:\n  retry: {numRetries: 3}\n" +
				"  circuitBreaker: {retryBudget: {percent: {numerator: 30,\n    denominator: 1000}}}\n",
			"line 5: circuitBreaker.retryBudget.percent.denominator does not count: retune does not know it"},
		{"td.conf", "[OUTPUT]\n  Name http\n", "line 1: there is no retry setting: these are the defaults"},
		{"aws.ini", "[default]\nmax_attempts = 5\nsdk_backoff_x = 2\n",
			"line 3: sdk_backoff_x does not count: retune does not know it"},
		{"s.json", `{"methodConfig": [{"retryPolicy": {"initialBackoff": "0.1s"}}]}`,
			"line 1: maxAttempts is missing and has no default: an example is taken"},
		{"e.yaml", "retry_policy: {retry_on: \"5xx,reset\"}\n",
			"line 1: retry_on 5xx has a POST sent again, too, which may have been done"},
		{"sc.json", `{"methodConfig": [{"retryPolicy": {"maxAttempts": 3}}, {"hedgingPolicy": {"hedgingDelay": "1s"}}]}`,
			"line 1: hedgingPolicy belongs to no policy that retune reads"},
		{"boot.yaml", "spring.kafka:\n  producer: {retries: 3}\n  retry.topic.attempts: 5\n",
			"line 3: retry belongs to no policy that retune reads"},
		{"prod.yaml", "spring.config.activate.on-profile: prod\nresilience4j.retry.instances.a: {maxAttempts: 6}\n",
			"line 1: spring.config.activate.on-profile is a profile: it is read without the values of other documents"},
	} {
		list, err := Read(c.file, []byte(c.text), nil)
		if err != nil || len(list) != 1 || !slices.Contains(list[0].Remarks(), c.want) {
			t.Errorf("%s: %v, %v", c.file, list, err)
		}
	}
	for name, text := range map[string]string{ // nothing but policies
		"compose.yaml": "services: {a: {restart: always, healthcheck: {retries: 3}}}",
		"sc.json":      `{"methodConfig": [{"retryPolicy": {"maxAttempts": 3}}], "retryThrottling": {"maxTokens": 10}}`,
		"dapr.yaml": "kind: Resiliency\nspec: {policies: {retries: {a: {maxRetries: 3}}}, " +
			"targets: {apps: {b: {retry: a}}}}",
	} {
		if list, err := Read(name, []byte(text), nil); len(list) != 1 || strings.Contains(fmt.Sprint(list), "belongs") {
			t.Errorf("%s: %v, %v", name, list, err)
		}
	}
	_, err := Read("a.nomad", []byte("job \"docs\" {\n  type = \"batch\"\n}\n"), nil)
	if e, _ := errors.AsType[setting.Refused](err); !strings.Contains(e.Hint, "nomad job run -output") {
		t.Errorf("HCL: %v", err)
	}
}

// TestNamed checks that a name means the policy whose path it is, or else whose path ends with it.
func TestNamed(t *testing.T) {
	file := "services:\n  a: {restart: always, deploy: {restart_policy: {delay: 5s}}}\n  ab: {restart: always}\n"
	list, err := Read("compose.yaml", []byte(file), nil)
	if err != nil || len(list) != 3 {
		t.Fatalf("%v: %v", list, err)
	}
	for name, want := range map[string]string{"a": "services.a", "ab": "services.ab", "services.a": "services.a",
		"deploy": "services.a.deploy.restart_policy", "docker-swarm": "services.a.deploy.restart_policy", "services": "",
		"docker": ""} {
		if p, err := Named(list, "compose.yaml", name); p.Path != want || (err != nil) != (want == "") {
			t.Errorf("%s means %q (%v), want %q", name, p.Path, err, want)
		}
	}
}

// TestNoPolicy checks the error about a file without a policy: the line of a template, or the client that it names.
func TestNoPolicy(t *testing.T) {
	for _, c := range []struct{ file, text, want, hint string }{
		{"sidekiq.yml", ":concurrency: 5\n", `no retry policy is found in "sidekiq.yml", which names sidekiq`,
			"--client sidekiq"},
		{"job.tpl", "group:\n  [[ .x ]]\n", `no retry policy is found in "job.tpl", a template, as line 2 shows`,
			"nomad-pack"},
		{"a.yaml", "a: 1\n", `there is no retry policy of a known client in "a.yaml"`, "--as FORMAT"},
		{"x/.npmrc", "registry=https://x\n", `no retry policy is found in "x/.npmrc", which names npm`, "--client npm"},
		{"default.conf", "server {\n  location / {\n    proxy_pass http://app;\n  }\n}\n",
			`no retry policy is found in "default.conf", which names nginx`, "--client nginx"},
		{".curlrc", "silent\n", `no retry policy is found in ".curlrc", which names curl`, "--client curl"},
		{"99-ci", "APT::Acquire::Retries \"9\";\n", `no retry policy is found in "99-ci", which names apt`, "--client apt"},
	} {
		if e := NoPolicy(c.file, []byte(c.text)); e.Reason != c.want || !strings.HasPrefix(e.Hint, c.hint) {
			t.Errorf("%s: %+v", c.file, e)
		}
	}
}
