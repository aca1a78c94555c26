package setting

import "unsafe"

// field is a scenario without values. A row of the table names the field of a scenario by a pointer into it, such as
// &field.Cap.
var field Scenario

// A place is the offset of a field of type F in a T. A row has one instead of a function, because a value that goes
// through a function variable is copied to the heap, and a key press reads hundreds of settings.
type place[T, F any] uintptr

// in returns the place of the field of x that p points to. It panics if p does not point into x.
func in[T, F any](x *T, p *F) place[T, F] {
	offset := uintptr(unsafe.Pointer(p)) - uintptr(unsafe.Pointer(x))
	if offset > unsafe.Sizeof(*x)-unsafe.Sizeof(*p) {
		panic("setting: a row points outside of its table's scenario")
	}
	return place[T, F](offset)
}

// of returns the field of x at the place.
func (at place[T, F]) of(x *T) *F { return (*F)(unsafe.Add(unsafe.Pointer(x), uintptr(at))) }
