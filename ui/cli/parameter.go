package cli

import (
	"fmt"

	"retune/calc/client"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// roleOf maps settings of the policy to the role of a client's parameter that sets them.
var roleOf = map[string]client.Role{"initial-delay": client.Initial, "factor": client.Factor, "cap": client.Cap,
	"jitter": client.Amount, "retries": client.Limit, "deadline": client.Deadline, "attempt-time": client.AttemptEnd}

// clash returns an error if the user called a setting by a name that is a parameter of the client with another role:
// backoff_factor of urllib3 is an initial delay. The primary names of settings never clash.
func (f *flags) clash(v client.Values, k setting.Setting, text string) error {
	name := f.called[k.Name]
	if v.Row == nil || name == "" {
		return nil
	}
	if p, _ := v.Row.Find(name); p != nil && p.Role != roleOf[k.Name] {
		return usage("use --set "+p.Name+"="+text, "--%s is another name of --%s, and %s of %s is not that", name, k.Name,
			p.Name, v.Row.Name)
	}
	return nil
}

// ownParameter returns a hint for a flag that is the name of a parameter of the client in use, or "".
func (f *flags) ownParameter(name string) string {
	row := client.Find(f.text["client"])
	if row == nil {
		return ""
	}
	p, _ := row.Find(name)
	if p == nil {
		return ""
	}
	return fmt.Sprintf("it is a parameter of %s: use --set %s=%s", row.Name, p.Name, f.valueOf("--"+name))
}

// parameterHint returns a hint for a flag that is the name of a client's parameter, or "".
func (f *flags) parameterHint(name string) string {
	var names, has []string
	for _, row := range client.Rows() {
		p, _ := row.Find(name)
		if p == nil {
			continue
		}
		names, has = append(names, row.Name), append(has, p.Name)
	}
	switch n := len(names); {
	case n == 0:
		return ""
	case n > 3:
		names = append(names[:3], "others")
	}
	return fmt.Sprintf("it is a parameter of %s: use --client %s --set %s=%s", answer.JoinWords(names), names[0], has[0],
		f.valueOf("--"+name))
}
