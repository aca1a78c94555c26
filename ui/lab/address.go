package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// Target returns the URL of a server on this machine, with a slash at its end. Its host is a loopback address or the
// word localhost, which means 127.0.0.1 and is not looked up. Any other host is refused.
func Target(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" || u.Host == "" || u.User != nil {
		return "", fmt.Errorf("%q is not a URL such as http://127.0.0.1:8080", text)
	}
	host := u.Hostname()
	if host == "localhost" {
		host = "127.0.0.1"
	}
	u.Host = net.JoinHostPort(host, cmp.Or(u.Port(), "80"))
	if !local(u.Host) {
		return "", fmt.Errorf("%s is not on this machine: the laboratory connects to 127.0.0.1, ::1 and localhost only",
			u.Host)
	}
	return strings.TrimSuffix(u.String(), "/") + "/", nil
}

// reach connects to the host of a URL from [Target], and returns why it cannot.
func reach(target string) error {
	u, err := url.Parse(target)
	if err != nil {
		return err
	}
	c, err := net.DialTimeout("tcp", u.Host, 5*time.Second)
	if failed, ok := errors.AsType[*net.OpError](err); ok {
		return failed.Err
	}
	if err == nil {
		_ = c.Close()
	}
	return err
}

// local reports whether an address with a port is one of this machine.
func local(address string) bool {
	at, err := netip.ParseAddrPort(address)
	return err == nil && at.Addr().IsLoopback()
}

// newClient returns the HTTP client of all clients of a run: each has a connection of its own.
func newClient() *http.Client {
	dialer := &net.Dialer{Timeout: 30 * time.Second}
	return &http.Client{
		Transport: &http.Transport{
			DisableCompression:  true,
			MaxIdleConnsPerHost: MostClients,
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				if !local(address) {
					return nil, errors.New("not a loopback address")
				}
				return dialer.DialContext(ctx, network, address)
			},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
