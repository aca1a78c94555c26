package cli

import (
	"fmt"
	"strings"

	"retune/ui/ask/setting"
)

// importLayers adopts the policies of all files as layers, the first outermost, inside the layers that the user typed.
func (f *flags) importLayers() error {
	var layers []string
	if f.given("layer") {
		layers = []string{f.text["layer"]}
	}
	for _, name := range f.from {
		list, err := f.policies(name)
		if err != nil {
			return err
		}
		for _, p := range list {
			layer := p.Client + ":client=" + p.Client
			if strings.Contains(strings.Join(layers, ""), layer) {
				layer = fmt.Sprintf("%s-%d:client=%s", p.Client, len(layers)+1, p.Client)
			}
			if set := p.Parameters(); set != "" {
				layer += ",set=" + strings.ReplaceAll(set, ",", "/")
			}
			layers = append(layers, layer)
		}
	}
	f.from, f.pick = nil, ""
	f.text["layer"] = strings.Join(layers, setting.PolicySeparator)
	return nil
}
