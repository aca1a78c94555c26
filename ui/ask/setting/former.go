package setting

import "slices"

// former are the names of settings of earlier versions. Command lines and files may give them; they have no effect.
var former = []string{"engine", "method", "solver"}

// Former returns the names of settings that are accepted and have no effect.
func Former() []string { return former }

// IsFormer reports whether a setting of that name is accepted and has no effect.
func IsFormer(name string) bool { return slices.Contains(former, Normalized(name)) }
