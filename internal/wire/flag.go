package wire

// ParseFlag returns what becomes of a flag: on or off if the word says so, the contrary of
// what it is if there is no word. ok is false for any other word; then on is what it is.
func ParseFlag(word string, now bool) (on, ok bool) {
	switch word {
	case "":
		return !now, true
	case "on", "off":
		return word == "on", true
	}
	return now, false
}

// OnOff returns the word for a flag.
func OnOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
