// Package must ends tests at errors that they do not expect.
package must

import "testing"

// Get returns a value that came without an error, as in must.Get(os.ReadFile(name))(t).
func Get[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return value
	}
}

// First is Get where a second value is of no interest.
func First[T, U any](value T, _ U, err error) func(testing.TB) T { return Get(value, err) }

// Do ends the test if there is an error.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
