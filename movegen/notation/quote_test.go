package notation

import (
	"strings"
	"testing"
	"unsafe"
)

func TestAQuoteIsShortAndHoldsNoLongTextInMemory(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	if got := Quote(long); len(got) != maxQuote || unsafe.StringData(got) == unsafe.StringData(long) {
		t.Errorf("%d bytes, in the memory of the text: %t", len(got), unsafe.StringData(got) == unsafe.StringData(long))
	}
	if got := Quote("short"); got != "short" {
		t.Errorf("got %q", got)
	}
}
