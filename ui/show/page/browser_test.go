package page

import (
	"bytes"
	"encoding/json"
	"flag"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var browser = flag.String("browser", "",
	"look at the reports of the examples in this headless browser: chromium, or the path of one like it")

// seen is what a browser measures of a page in a frame.
type seen struct {
	Width    int      // width of the frame, pixels
	Dark     bool     // the reader prefers dark pages
	Height   float64  // height of the page, pixels
	Over     float64  // width of the page beyond the frame, pixels
	Contrast float64  // lowest contrast of a text
	Where    string   // that text
	Small    float64  // smallest letters in a figure, pixels
	Figures  int      // number of drawn figures
	Levels   []int    // levels of the headings, in order
	Unnamed  []string // elements without an accessible name
}

// probe measures the page in frames of three widths: its width, the contrast of its texts, and its figures.
const probe = `<!doctype html><meta charset="utf-8"><body>PAGES<pre id="out"></pre><script>
function parts(c){const m=c.match(/[\d.]+/g).map(Number);return m.length<4?[...m,1]:m}
function light(c){
 return c.slice(0,3).map(v=>{v/=255;return v<=.04045?v/12.92:((v+.055)/1.055)**2.4})
  .reduce((s,v,i)=>s+v*[.2126,.7152,.0722][i],0)}
function ratio(a,b){a=light(a);b=light(b);return (Math.max(a,b)+.05)/(Math.min(a,b)+.05)}
function look(f){
 const d=f.contentDocument,w=f.contentWindow;
 const r={Width:w.innerWidth,Dark:w.matchMedia('(prefers-color-scheme:dark)').matches,
  Contrast:99,Where:'',Small:99,Figures:0,Levels:[],Unnamed:[]};
 r.Height=d.documentElement.scrollHeight;
 d.querySelectorAll('details').forEach(e=>e.open=true);
 r.Over=d.documentElement.scrollWidth-w.innerWidth;
 function ground(e){
  for(;e;e=e.parentElement){const c=parts(w.getComputedStyle(e).backgroundColor);if(c[3]>0)return c}
  return [255,255,255,1]}
 for(const e of d.querySelectorAll('body *')){
  if(![...e.childNodes].some(n=>n.nodeType==3&&n.textContent.trim()))continue;
  if(['title','desc','style'].includes(e.localName))continue;
  const s=w.getComputedStyle(e),svg=e.closest('svg');
  const own=svg&&e.hasAttribute('fill'); // on a cell of a map, whose ground is its own
  const scale=svg?svg.getBoundingClientRect().width/svg.viewBox.baseVal.width:1;
  if(svg)r.Small=Math.min(r.Small,parseFloat(s.fontSize)*scale);
  if(own)continue;
  const c=ratio(parts(svg?s.fill:s.color),ground(e));
  if(c<r.Contrast){r.Contrast=c;r.Where=e.localName+' '+e.className+' '+e.textContent.slice(0,40)}
 }
 for(const e of d.querySelectorAll('svg.retune:not(.patterns)'))if(e.getBoundingClientRect().height>40)r.Figures++;
 for(const e of d.querySelectorAll('h1,h2,h3,h4,h5,h6'))r.Levels.push(+e.localName[1]);
 for(const e of d.querySelectorAll('svg[role=img]'))
  if(!e.querySelector('title')||!e.querySelector('desc'))r.Unnamed.push('a figure');
 for(const e of d.querySelectorAll('th'))if(!e.scope)r.Unnamed.push('th '+e.textContent);
 for(const e of d.querySelectorAll('table'))if(!e.caption)r.Unnamed.push('a table');
 return r}
addEventListener('load',()=>{
 document.getElementById('out').textContent=JSON.stringify([...document.querySelectorAll('iframe')].map(look))})
</script>`

// TestBrowser renders the reports of the examples in a real browser: on a phone and on wide screens, light and dark,
// and in print.
func TestBrowser(t *testing.T) {
	if *browser == "" {
		t.Skip("NOT LOOKED AT in a browser: go test ./ui/show/page -run Browser -browser chromium")
	}
	path, err := exec.LookPath(*browser)
	if err != nil {
		t.Fatal(err)
	}
	pages, _ := filepath.Glob("../../../examples/*.html")
	if len(pages) < 3 {
		t.Fatalf("there are %d reports", len(pages))
	}
	run := func(args ...string) (out, errs string) {
		var o, e bytes.Buffer
		c := exec.Command(path, append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
			"--hide-scrollbars",
			"--enable-logging=stderr", "--user-data-dir=" + t.TempDir()}, args...)...)
		c.Stdout, c.Stderr = &o, &e
		if err := c.Run(); err != nil {
			t.Fatalf("%v: %s", err, e.String())
		}
		return o.String(), e.String()
	}
	for _, name := range pages {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		frames := ""
		for _, width := range []string{"360", "800", "1400"} {
			frames += `<iframe width="` + width + `" height="800" style="border:0" srcdoc="` +
				html.EscapeString(string(text)) + `"></iframe>`
		}
		file := filepath.Join(t.TempDir(), "frames.html")
		if err := os.WriteFile(file, []byte(strings.Replace(probe, "PAGES", frames, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, dark := range []bool{false, true} {
			scheme := map[bool]string{false: "1", true: "0"}[dark]
			out, errs := run("--blink-settings=preferredColorScheme="+scheme, "--window-size=1500,900", "--dump-dom",
				"file://"+file)
			for line := range strings.Lines(errs) {
				if strings.Contains(line, ":CONSOLE:") {
					t.Errorf("%s: the console says %s", name, line)
				}
			}
			m := regexp.MustCompile(`<pre id="out">(\[.*\])</pre>`).FindStringSubmatch(out)
			if m == nil {
				t.Fatalf("%s: nothing was seen: %s", name, errs)
			}
			var all []seen
			if err := json.Unmarshal([]byte(html.UnescapeString(m[1])), &all); err != nil || len(all) != 3 {
				t.Fatalf("%v: %s", err, m[1])
			}
			for _, s := range all {
				t.Logf("%s: %+v", filepath.Base(name), s)
				if s.Width == 1400 && s.Height > 5400 || s.Dark != dark || s.Over > 0 || !(s.Contrast >= 4.5) || !(s.Small >= 11) ||
					s.Figures != strings.Count(string(text), "<svg")-1 || len(s.Unnamed) > 0 {
					t.Errorf("%s: %+v", name, s)
				}
				for i, level := range s.Levels {
					if i == 0 && level != 1 || i > 0 && (level == 1 || level > s.Levels[i-1]+1) {
						t.Errorf("%s: the headings are of levels %v", name, s.Levels)
						break
					}
				}
			}
		}
		absolute, _ := filepath.Abs(name)
		pdf := filepath.Join(t.TempDir(), "page.pdf")
		run("--no-pdf-header-footer", "--print-to-pdf="+pdf, "file://"+absolute)
		if printed, err := os.ReadFile(pdf); err != nil || len(printed) < 10_000 || !bytes.HasPrefix(printed,
			[]byte("%PDF")) {
			t.Errorf("%s: it is not printed: %d bytes, %v", name, len(printed), err)
		}
	}
}
