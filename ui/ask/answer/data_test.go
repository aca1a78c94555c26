package answer

import (
	"reflect"
	"testing"
)

// TestAnswerIsData checks that nothing in an answer can compute anything: it has no function, interface or channel.
func TestAnswerIsData(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var look func(of reflect.Type, path string)
	look = func(of reflect.Type, path string) {
		if seen[of] {
			return
		}
		seen[of] = true
		switch of.Kind() {
		case reflect.Func, reflect.Interface, reflect.Chan, reflect.UnsafePointer:
			t.Errorf("%s is a %s", path, of.Kind())
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			look(of.Elem(), path)
		case reflect.Struct:
			for i := range of.NumField() {
				look(of.Field(i).Type, path+"."+of.Field(i).Name)
			}
		}
	}
	look(reflect.TypeFor[Answer](), "Answer")
	if len(seen) < 20 {
		t.Errorf("only %d types are seen", len(seen))
	}
}
