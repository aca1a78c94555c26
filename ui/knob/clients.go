package knob

import (
	"sync"

	"retune/calc/client"
)

// A ClientPreset is the retry policy of a real client with its own values.
type ClientPreset struct {
	Name, Names, Title string
	Of                 func(Scenario) Scenario // has that policy and is else the same
}

// ClientPresets is the clients whose policies the knobs can hold as they are, in the
// order of their table. What else a client does no knob says, so it is left out.
var ClientPresets = sync.OnceValue(func() (list []ClientPreset) {
	for i := range client.Rows {
		r := &client.Rows[i]
		p := r.Policy(r.Defaults())
		held := Default()
		held.Policy = p
		read := Default()
		for _, k := range Knobs {
			if !k.Asks && k.HasFlag() && k.Set(&read, k.Text(held)) != nil {
				break
			}
		}
		if JitterText(read.Jitter) == JitterText(p.Jitter) { // an amount that counts for nothing may differ
			p.Jitter = read.Jitter
		}
		if read.Policy != p {
			continue
		}
		list = append(list, ClientPreset{r.Name, r.Names, r.Title, func(s Scenario) Scenario {
			s.Policy = p
			return s
		}})
	}
	return list
})
