package setting

import (
	"fmt"
	"strings"

	"retune/calc/client"
	"retune/calc/jitter"
	"retune/ui/unit"
)

// clientSettings name a built-in client and set its parameters. They come before the settings of the policy, which
// override the client's rule.
var clientSettings = []Setting{
	{
		Name:       "client",
		Names:      "library sdk",
		Help:       "built-in client whose rule is used, such as grpc or envoy; other flags override it",
		SetsOthers: true,
		Value:      library,
	},
	{
		Name:       "set",
		Help:       "the client's own parameters, in its units; maxAttempts=4",
		SetsOthers: true, Separator: ",",
		Value: parameters,
	},
}

// SetClient sets the policy of s to the policy of a client with parameters v. It also sets the client's retry budget,
// its rule for Retry-After, and whether its first delay comes from the think time, unless s has others that the
// previous client did not bring. The attempt time stays.
func (s *Scenario) SetClient(v client.Values) error {
	p, err := v.Policy()
	if err != nil {
		return err
	}
	p.AttemptTime = s.AttemptTime
	if err := p.Validate(); err != nil {
		return fmt.Errorf("%s: %w", v.Row.Name, err)
	}
	s.become(p, v)
	return nil
}

// become gives s the policy p of a client with parameters v, and what else the client brings.
func (s *Scenario) become(p jitter.Policy, v client.Values) {
	if s.Budget == s.Library.Budget() {
		s.Budget = v.Budget()
	}
	if s.Honor == s.Library.Honor() {
		s.Honor = v.Honor()
	}
	if s.FirstFromThink == s.Library.FromThink() {
		s.FirstFromThink = v.FromThink()
	}
	s.Policy, s.Library = p, v
}

// ClientDefaults returns s with the unchanged policy of its client, to compare s with it. It returns s itself if s has
// no client.
func (s Scenario) ClientDefaults() Scenario {
	if v := s.Library; v.Row != nil {
		s.Library = client.Values{}
		_ = s.SetClient(v) // SetClient accepted these parameters before
	}
	return s
}

// library is the Value of the setting that names a client.
var library = compound{
	rule: "a client that retune clients lists, or none",
	text: func(s *Scenario) string {
		if s.Library.Row == nil {
			return ""
		}
		return s.Library.Row.Name
	},
	set: func(s *Scenario, text string) error {
		name := strings.TrimSpace(text)
		if name == "none" {
			withoutClient(s)
			return nil
		}
		row := client.Find(name)
		if row == nil {
			return Refused{Reason: "unknown client " + unit.Quote(name) + ": retune clients lists them",
				Typed: strings.Replace(name, "k8s", "kubernetes", 1), Names: clientNames()}
		}
		return s.SetClient(row.Defaults())
	},
	reset: withoutClient,
	words: clientNames,
}

func clientNames() (names []string) {
	for i := range client.Rows() {
		names = append(names, client.Rows()[i].Name)
	}
	return names
}

// withoutClient removes the client from s, with its policy and its budget.
func withoutClient(s *Scenario) {
	p := Default().Policy
	p.AttemptTime = s.AttemptTime
	s.become(p, client.Values{})
}
