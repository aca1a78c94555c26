package cli

import (
	"cmp"
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
	if err := f.clash(s.Library, k, text); err != nil {
		return err
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
	if k.IsArgument {
		return usage(bareHint(k, text), "%v", err)
	}
	return misread(source, err)
}

// bareHint returns a hint for an invalid argument of a subcommand.
func bareHint(k setting.Setting, text string) string {
	list := "flags"
	if _, ok := question.Figures().Find(k.Words()[0]); ok {
		list = "results"
	}
	if r, ok := question.Figures().Find(text); ok && list == "flags" {
		return "it is a result: " + finds(r, "X") + ", retune what " + r.Name + " prints it"
	}
	return among(text, k.Words(), cmp.Or(flagWords.of(text), "retune help "+list+" lists them"))
}

// environment returns the value of a policy setting from the environment, under any of its names, or "". A client named
// by a flag hides the settings of its policy in the environment.
func (f *flags) environment(k setting.Setting) (text string) {
	ofClient := f.given("client") && k.Name != "client" && k.DisplayGroup() == setting.GroupPolicy
	if k.OfQuestion || !k.HasFlag() || ofClient && !f.given(k.Name) && f.inFile == nil {
		return ""
	}
	for _, name := range k.EnvNames() {
		text = cmp.Or(text, os.Getenv(name))
	}
	return text
}
