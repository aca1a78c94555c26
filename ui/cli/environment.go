package cli

import (
	"cmp"
	"errors"
	"os"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// set sets the setting to the typed text, or else to env. An empty env sets nothing.
func (f *flags) set(s *setting.Scenario, k setting.Setting, env string) error {
	name := cmp.Or(f.called[k.Name], k.Name)
	source, text := "--"+name+": ", env
	switch {
	case f.given(k.Name):
		text = f.text[k.Name]
	case env == "":
		return nil
	default:
		source = k.Env() + ": "
	}
	if k.Bare {
		source = ""
	}
	text, note, err := k.Read(name, text)
	if note != "" {
		f.notes.Warn(answer.Input, note, k.Key())
	}
	if err == nil {
		err = k.Set(s, text)
	}
	if err == nil {
		return nil
	}
	hint := likelier(err)
	if unknown, ok := errors.AsType[setting.Unknown](err); ok {
		if hint = differs(unknown.Name); unknown.Among != nil {
			hint = among(unknown.Name, unknown.Among, "retune help results lists them")
		}
	} else if k.Bare {
		hint = bareHint(k, text)
	}
	return usage(hint, "%s%v", source, err)
}

// bareHint returns a hint for an invalid argument of a subcommand.
func bareHint(k setting.Setting, text string) string {
	if hint := among(text, k.Words(), ""); hint != "" {
		return hint
	}
	if word := flagWords.of(text); word != "" {
		return word
	}
	if len(k.Words()) > 20 {
		list := "flags"
		if _, ok := question.Results().Find(k.Words()[0]); ok {
			list = "results"
		}
		return "retune help " + list + " lists them"
	}
	return "choose one of " + k.Range()
}

// environment returns the value of a policy setting from the environment, under any of its names, or "". A client named
// by a flag hides the settings of its policy in the environment.
func (f *flags) environment(k setting.Setting) (text string) {
	ofClient := f.given("client") && k.Name != "client" && k.Part() == setting.GroupPolicy
	if k.Asks || !k.HasFlag() || ofClient && !f.given(k.Name) && !f.filed {
		return ""
	}
	for _, name := range k.Envs() {
		text = cmp.Or(text, os.Getenv(name))
	}
	return text
}
