package scenario

import (
	"context"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
	"retune/ui/unit"
)

// layerKey is the name of the tables [[layer]], outermost first, and of the setting for layers.
const layerKey = "layer"

// takeLayers replaces the tables [[layer]] by one setting of the fleet, and adds the question about layers if anything
// sets them. Each table must begin with its name.
func (f *File) takeLayers() error {
	k, _ := setting.Find(layerKey)
	var layers []string
	var rest []clientconfig.Entry
	var has Section // the settings of the layer so far
	nth := 0
	for _, e := range f.values {
		if e.Nth == 0 || e.Path[0] != layerKey {
			rest = append(rest, e)
			continue
		}
		key, last := strings.Join(e.Path[1:], "."), len(layers)-1
		switch {
		case e.Nth == nth:
			layers[last] = strings.Replace(layers[last]+","+key+"="+strings.ReplaceAll(e.Text, ",", "/"), ":,", ":", 1)
		case key == "name":
			layers, has = append(layers, e.Text+":"), Section{}
		default:
			return f.wrong(e.Line, `a layer begins with its name: write name = "sdk" below [[layer]]`)
		}
		nth = e.Nth
		x, known := Setting{Name: key, Line: e.Line}, false
		if x.Setting, known = setting.Find(key); known {
			if err := has.twice(x); err != nil {
				return f.wrong(e.Line, "%w", err)
			}
			has.Settings = append(has.Settings, x)
		}
		all := setting.Default()
		if err := k.Set(&all, strings.Join(layers, setting.PolicySeparator)); err != nil {
			return f.wrong(e.Line, "%w", err)
		}
	}
	if f.values = rest; layers != nil {
		f.values = append(f.values,
			clientconfig.Entry{Path: []string{"fleet", layerKey}, Text: strings.Join(layers, setting.PolicySeparator)})
	}
	if slices.ContainsFunc(f.values, func(e clientconfig.Entry) bool { return e.Path[len(e.Path)-1] == layerKey }) {
		q, _ := question.Find("stack")
		f.Questions = append(f.Questions, Question{Section{Name: "layers"}, q})
	}
	return nil
}

// hostLimit returns the limit of a host on the longest call.
func hostLimit(h setting.Host) Limit {
	l, _ := ParseLimit("call_time_max <= " + unit.Duration.Exact(h.Limit))
	l.Text += " (" + h.Name + ")"
	return l
}

// nested returns the answer about the layers of a case. It has no figures if there are no layers.
func (c Case) nested(ctx context.Context) (a answer.Answer) {
	if q, ok := question.Find("stack"); ok && c.Scenario.Layers != nil {
		a = q.Ask(ctx, &c.Scenario, answer.Full)
	}
	return a
}
