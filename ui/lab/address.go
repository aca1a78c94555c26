package lab

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Target returns the URL of a server on this machine, with a slash at its end. Its host is a loopback address or the
// word localhost, which means 127.0.0.1 and is not looked up. Any other host is refused.
func Target(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" || u.Host == "" || u.User != nil || !portIsValid(u) {
		return "", fmt.Errorf("%q is not a URL such as http://127.0.0.1:8080", text)
	}
	if u.Hostname() == "localhost" {
		u.Host = net.JoinHostPort("127.0.0.1", port(u))
	}
	address, err := netip.ParseAddr(u.Hostname())
	if err != nil || !address.IsLoopback() {
		return "", fmt.Errorf("%s is not on this machine: the laboratory connects to 127.0.0.1, ::1 and localhost only",
			u.Hostname())
	}
	return strings.TrimSuffix(u.String(), "/") + "/", nil
}

// portIsValid reports whether the port of the URL, if it has one, is a port.
func portIsValid(u *url.URL) bool {
	_, err := strconv.ParseUint(port(u), 10, 16)
	return err == nil
}

// port returns the port of the URL, 80 if it has none.
func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	return "80"
}

// newClient returns the HTTP client of all clients of a run: each has a connection of its own.
func newClient() *http.Client {
	dialer := &net.Dialer{Timeout: 30 * time.Second}
	return &http.Client{
		Transport: &http.Transport{
			Proxy:               nil,
			DisableCompression:  true,
			MaxIdleConnsPerHost: MostClients,
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				at, err := netip.ParseAddrPort(address)
				if err != nil || !at.Addr().IsLoopback() {
					return nil, errors.New("not a loopback address")
				}
				return dialer.DialContext(ctx, network, address)
			},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
