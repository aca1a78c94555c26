package setting

import (
	"reflect"
	"sync"
)

// field is a scenario without values. A row of the table names the field of a scenario by a pointer into it, such as
// &field.Cap.
var field Scenario

// in returns a function that finds the field of another T that p is of x.
func in[T, F any](x *T, p *F) func(*T) *F {
	// on first use, because few commands need every row of the table
	path := sync.OnceValue(func() []int { return place(reflect.ValueOf(x).Elem(), p) })
	return func(x *T) *F { return reflect.ValueOf(x).Elem().FieldByIndex(path()).Addr().Interface().(*F) }
}

// place returns the indices that lead from a struct to the field at p, or nil.
func place(x reflect.Value, p any) []int {
	for i := range x.NumField() {
		f := x.Field(i)
		if f.CanInterface() && f.Addr().Interface() == p {
			return []int{i}
		}
		if f.Kind() == reflect.Struct {
			if rest := place(f, p); rest != nil {
				return append([]int{i}, rest...)
			}
		}
	}
	return nil
}
