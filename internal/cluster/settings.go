package cluster

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// SettingsOf are those that the value of -cluster names after its addresses.
func SettingsOf(where string) (Settings, error) {
	s := DefaultSettings()
	_, query, _ := strings.Cut(where, "?")
	q, err := url.ParseQuery(query)
	if err != nil {
		return s, fmt.Errorf("reading the settings: %w", err)
	}
	for name, values := range q {
		v := values[0]
		var err error
		switch name {
		case "ackwait":
			s.AckWait, err = duration(v)
		case "slice":
			s.Slice, err = duration(v)
		case "least":
			s.Least, err = duration(v)
		case "deaths":
			if s.Deaths, err = strconv.Atoi(v); err == nil && s.Deaths < 1 {
				err = errors.New("want 1 at least")
			}
		case "creds", "nkey", "ca", "cert", "key", "token", "replicas": // of the road
		default:
			return s, fmt.Errorf("there is no %s: gocheck help worker", name)
		}
		if err != nil {
			return s, fmt.Errorf("%s=%s: %w", name, v, err)
		}
	}
	return s, nil
}

func duration(v string) (time.Duration, error) {
	d, err := time.ParseDuration(v)
	if err == nil && d < 10*time.Millisecond {
		err = errors.New("want 10ms at least")
	}
	return d, err
}
