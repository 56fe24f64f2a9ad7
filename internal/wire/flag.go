package wire

// ParseFlag returns the new value of a flag: that of the word on or off, or the opposite of now
// without a word. For any other word ok is false and on is now.
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
