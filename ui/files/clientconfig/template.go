package clientconfig

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"retune/calc/client"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// templates lists the notations of templates, with the command that makes a plain file of one.
var templates = []struct {
	begins func() *regexp.Regexp
	render string
}{
	{lazily(`\{\{-?\s*(if|range|with|end|else|define|include|template|toYaml|\.|\$)`),
		"helm template RELEASE CHART | retune import - reads what it makes"},
	{lazily(`\{%`), "render it first, as Ansible's template module or jinja2 do"},
	{lazily(`\[\[`), "nomad-pack render or levant render makes a job of it, and nomad job run -output JSON of that"},
	{lazily(`<%`), "erb FILE | retune import - reads what it makes"},
	{lazily(`\{\{`), "render it first with the program that fills in {{ }}"},
}

// template returns the line at which a template begins in a file, and the command that renders it; or 0.
func template(data []byte) (line int, render string) {
	for _, t := range templates {
		if at := t.begins().FindIndex(data); at != nil {
			return 1 + bytes.Count(data[:at[0]], []byte("\n")), t.render
		}
	}
	return 0, ""
}

// asTemplate returns the error of a file that is not read, with the line of the template in it and the command that
// renders it, if it is a template.
func asTemplate(data []byte, err error) error {
	line, render := template(data)
	if line == 0 {
		return err
	}
	return setting.Refused{Reason: fmt.Sprintf("%s; it is a template, as line %d shows", err, line), Hint: render}
}

// NoPolicy returns why no policy is found in a file, and what to do: it is a template, or it names a client whose rule
// is known. Else it is a file of no known client.
func NoPolicy(name string, data []byte) setting.Refused {
	if line, render := template(data); line > 0 {
		return setting.Refused{Reason: fmt.Sprintf("no retry policy is found in %s, a template, as line %d shows",
			unit.Quote(name), line), Hint: render}
	}
	if named := namedIn(filepath.Base(name), data); len(named) > 0 {
		return setting.Refused{Reason: fmt.Sprintf("no retry policy is found in %s, which names %s", unit.Quote(name),
			strings.Join(named, ", ")), Hint: "--client " + named[0] + " has its defaults, and --set its values"}
	}
	return setting.Refused{Reason: "there is no retry policy of a known client in " + unit.Quote(name),
		Hint: "--as FORMAT reads it as that format; retune help import lists them"}
}

// fileOf are the clients of files, by the names of the files.
var fileOf = map[string]string{".npmrc": "npm", "npmrc": "npm", "pip.conf": "pip", "pip.ini": "pip", ".wgetrc": "wget",
	"wgetrc": "wget", "apt.conf": "apt"}

// namedIn returns the clients that a file without a policy is of or names.
func namedIn(base string, data []byte) []string {
	if name := fileOf[base]; name != "" {
		return []string{name}
	}
	for _, f := range Formats() {
		if slices.Contains(strings.Fields(f.Files), base) {
			return []string{f.Client}
		}
	}
	switch {
	case aptSetting().Match(data):
		return []string{"apt"} // it reads Acquire::Retries, and no APT::Acquire::Retries
	case nginxBlock().Match(data):
		return []string{"nginx"}
	}
	return client.Named(base, string(data))
}

// aptSetting matches a setting of apt, and nginxBlock a part of the configuration of nginx.
var (
	aptSetting = lazily(`(?m)^\s*(?:APT|Acquire|DPkg|Dir)::[\w:-]+\s+"?[^"]*"?;`)
	nginxBlock = lazily(`(?m)^\s*(?:proxy_pass\s+[^;\n]+;|upstream\s+[\w.-]+\s*\{|location\s[^{;\n]+\{)`)
)

// hcl matches the start of a block of HCL with a name, and job a job of Nomad.
var (
	hcl = lazily(`(?m)^(job|resource|provider|module|variable|data|output)(\s+"[^"\n]*")+\s*\{`)
	job = lazily(`(?m)^job\s+"[^"\n]*"\s*\{`)
)

// asHCL refuses a file in HCL with the command that makes JSON of it.
func asHCL(name string, data []byte) error {
	ends := []string{".tf", ".hcl", ".nomad", ".tfvars"}
	if !hcl().Match(data) && (!slices.Contains(ends, filepath.Ext(name)) || jsonStart().Match(data)) {
		return nil
	}
	hint := "hcl2json FILE > FILE.json makes JSON of it; --client terraform has the retries of the AWS provider"
	if job().Match(data) {
		hint = "nomad job run -output FILE prints the job as JSON, which is"
	}
	return setting.Refused{Reason: "is HCL, which is not read", Hint: hint}
}
