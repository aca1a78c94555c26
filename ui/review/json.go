package review

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"retune/ui/answer"
	"retune/ui/chart"
	"retune/ui/report"
)

// JSON is the review as JSON: the answer of the checks, as they are by themselves, the page,
// from which [ReadPage] makes the report anew, and the answers of its parts.
func (r Review) JSON() (string, error) {
	a := Answer(r.Checks)
	a.Summary = r.Summary()
	all := []report.Result{{Query: answer.Query{Name: "review"}, Command: r.Command, Version: r.Version, Answer: a}}
	for _, p := range r.Parts {
		all = append(all, p.Result)
	}
	var texts []string
	for _, part := range all {
		var b bytes.Buffer
		if err := report.Write(&b, part, report.Options{Format: "json"}); err != nil {
			return "", err
		}
		texts = append(texts, strings.TrimSuffix(b.String(), "\n}\n"))
	}
	var page bytes.Buffer
	e := json.NewEncoder(&page)
	e.SetEscapeHTML(false)
	if err := e.Encode(r.Page()); err != nil {
		return "", err
	}
	text := texts[0] + ",\n  \"page\": " + strings.TrimSpace(page.String()) + ",\n  \"answers\": ["
	for i, of := range texts[1:] {
		text += map[bool]string{true: ","}[i > 0] + "\n" + of + "\n}"
	}
	return text + "]\n}\n", nil
}

// ReadPage reads the page of a review that [Review.JSON] has written.
func ReadPage(data []byte) (Page, error) {
	var doc struct {
		Query string
		Page  *Page
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return Page{}, fmt.Errorf("not JSON: %w", err)
	}
	if doc.Query != "review" || doc.Page == nil {
		return Page{}, errors.New("this is not a review that retune review -o review.json has written")
	}
	p := *doc.Page
	if !slices.Contains([]string{"", tones[answer.Good], tones[answer.Doubtful], tones[answer.Bad]}, p.Tone) {
		return p, errors.New("the tone of its page is none that there is")
	}
	for _, c := range p.Checks {
		if !slices.Contains([]State{Holds, Fails, Inconclusive}, State(c.State)) {
			return p, errors.New("a check of its page has a state that there is not")
		}
	}
	for _, c := range p.Chapters {
		for _, f := range c.Figures {
			if err := chart.Drawn(f.Drawing); err != nil {
				return p, fmt.Errorf("a figure of its page is not as retune draws it: %w", err)
			}
		}
	}
	return p, nil
}
