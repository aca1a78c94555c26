package clientconfig

import (
	"slices"
	"strconv"
	"strings"
)

// webserverFormats returns the formats of web servers in front of others. Sources: ngx_http_proxy_module and HAProxy's
// configuration manual.
func webserverFormats() []Format {
	haproxy := slices.Concat(haproxyTime.at("retries"), []Key{{"timeout connect", "connect", haproxyTime},
		{"contimeout", "connect", haproxyTime}, {"option redispatch", "redispatch", redispatch}})
	again := []Warning{{At: "retry-on", Values: "all-retryable-errors response-timeout empty-response",
		Text: "has requests sent again that may have been done"}}
	return []Format{
		{Name: "nginx", Title: "nginx proxy_next_upstream", Syntax: "nginx",
			At: "**", Marks: "proxy_next_upstream, proxy_next_upstream_tries, proxy_next_upstream_timeout", Open: true,
			Own: "proxy_next_upstream", Other: "proxy_next_upstream", Never: "proxy_next_upstream=off", Beside: upstream,
			Warnings: []Warning{{At: "proxy_next_upstream", Values: "non_idempotent", Text: "non_idempotent " + sentAgain}},
			Keys:     secondsTime.at("proxy_next_upstream_tries @/servers proxy_next_upstream_timeout")},

		{Name: "haproxy", Title: "HAProxy retries", Syntax: "haproxy",
			At: "defaults/[]", Open: true, Other: "retry-on", Warnings: again, Keys: haproxy},

		{Name: "haproxy-backend", Title: "HAProxy retries of a backend", Client: "haproxy", Syntax: "haproxy",
			At: "backend/[] listen/[]", Marks: "retries", Open: true, Other: "retry-on", Warnings: again, Keys: haproxy,
			Inherits: haproxyDefaults},
	}
}

var (
	// haproxyTime is a time of HAProxy. A number is in milliseconds.
	haproxyTime = timed("5s, 500ms or a number of milliseconds", inUnits, `\d+`, "${0}ms", `\d+(?:us|ms|[smhd])`, "$0")
	// redispatch is an option of HAProxy, which may have an interval in retries; 0 turns it off.
	redispatch = form{like: "option redispatch", reads: notations("false|0", "false", "true|-?[1-9][0-9]*", "true")}
)

// haproxyDefaults returns the defaults section that a backend follows, or nil.
func haproxyDefaults(n *node) (defaults *node) {
	for _, section := range new(Format).at(n.parent.parent, "defaults/[]") {
		if section.line < n.line {
			defaults = section
		}
	}
	return defaults
}

// upstream returns the group of servers that nginx passes requests of n to, or nil.
func upstream(n *node, _ bool) *node {
	groups := new(Format).at(n.root(), "**/upstream/[]")
	_, host, _ := strings.Cut(n.value("proxy_pass"), "://")
	host, _, _ = strings.Cut(host, "/")
	if host == "" && len(groups) == 1 {
		return groups[0]
	}
	i := slices.IndexFunc(groups, func(g *node) bool { return g.text == host })
	if i < 0 {
		return nil
	}
	return groups[i]
}

// readNginx reads the configuration of nginx. A block is an item of the list of the blocks with its name. An upstream
// has the number of its servers under the key servers.
func readNginx(data []byte) ([]*node, error) {
	root := &node{line: 1, shape: mapping}
	at, line := root, 1
	var words []string
	for _, token := range nginxTokens().FindAllString(string(data), -1) {
		switch {
		case token[0] == '#' || strings.TrimSpace(token) == "":
		case token == ";" && len(words) > 0:
			at.directive(words, line)
			words = nil
		case token == "{" && len(words) > 0:
			at = at.set(words[0]).item(line)
			at.text, words = strings.Join(words[1:], " "), nil
		case token == "}" && at != root && len(words) == 0:
			at = at.parent.parent
		case strings.Contains(";{}", token):
			return nil, wrong(line, "not read: there is a %s too many", token)
		default:
			words = append(words, unquoted(token))
		}
		line += strings.Count(token, "\n")
	}
	if at != root || len(words) > 0 {
		return nil, wrong(line, "not read: a block or a directive is not closed")
	}
	return []*node{root}, nil
}

// nginxTokens matches comments, blanks, punctuation, strings and words.
var nginxTokens = lazily(
	`#[^\n]*|\s+|[;{}]|"(?:\\(?s:.)|[^"\\])*"|'(?:\\(?s:.)|[^'\\])*'|(?:\$\{|[^\s;{}"'#])(?:\$\{|[^\s;{}"'])*|["']`,
)

// directive adds a directive of nginx, which is the last of its name that counts.
func (n *node) directive(words []string, line int) {
	*n.set(words[0]) = node{key: words[0], line: line, text: strings.Join(words[1:], " "), parent: n}
	if words[0] == "server" && n.parent.key == "upstream" {
		servers := n.set("servers")
		number, _ := strconv.Atoi(servers.text)
		servers.line, servers.text = line, strconv.Itoa(number+1)
	}
}
