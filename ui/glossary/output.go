package glossary

// outputTerms are the words for what is printed.
var outputTerms = []Term{
	{Name: "format", Also: "json, csv, markdown, md, svg, output format",
		What: "How an answer is written: text for people, json with full precision for programs, csv for tables, markdown for documents, svg for pictures of the questions that have a chart. JSON and Markdown repeat the command.",
		Try:  []string{"retune schedule -n 3 --format json", "retune schedule -n 3 --format markdown"}, See: "output, table, exit status"},
	{Name: "output", Also: "output file, file",
		What: "The file that the answer is written to instead of standard output, whole or not at all: -o answer.md.",
		Try:  []string{"retune schedule -n 3 -o -"}, See: "format"},
	{Name: "table", Also: "rows, timeline",
		What: "Which table is printed, by its name; all prints every row of it, figures prints none. Without it a long table is cut to rows that a screen holds.",
		Try:  []string{"retune schedule -n 40 --table all"}, See: "format, chart"},
	{Name: "chart", Also: "plot, graph",
		What: "Draws a chart in text above the table; without the flag it is drawn on a terminal only.",
		Try:  []string{"retune schedule -n 8 --chart"}, See: "table"},
	{Name: "heat map", Also: "map, phase map, phase diagram, heatmap, contour",
		What: "A result over two settings, drawn with a character for each cell: --x across, --y up, --of the result. Of a fleet it is the phase map: where it recovers and where it does not, with the border between.",
		When: "To see how near the present policy is to an edge, and in which direction.",
		Try:  []string{"retune map --clients 400 --x factor=1.5..4:8 --y clients=250..500:5 --duration 2m"}, See: "sweep, verdict, metastable"},
	{Name: "sweep", Also: "scan, parameter sweep, range of values",
		What: "The same question for each of several values of one setting: factor=1.1..4:8 is 8 values, clients=10..190:+10 every tenth. The answer is a table with a row for each, and a chart.",
		Try:  []string{"retune schedule --sweep factor=1.1..4:8", "retune contend --sweep clients=10..50:10 --runs 5"}, See: "heat map"},
	{Name: "bound", Also: "fail-if, fail-unless, CI gate, check",
		What: "A condition on an answer, for scripts and builds: with --fail-unless recovers the exit status is 3 unless the verdict is that, with --fail-if 'peak_load > 2000/s' it is 3 if that holds. It is 4 where a simulated figure is nearer to its bound than two standard errors.",
		Try:  []string{"retune fleet --cancel --fail-unless recovers"}, See: "exit status, verdict"},
	{Name: "exit status", Also: "exit code, status, return code",
		What: "0 answered, 1 a file cannot be read or written, 2 usage error, 3 the question has no answer or a bound does not hold, 4 a verdict or a bound is inconclusive: its runs tell neither yes nor no, or a question has stopped at 100 million simulated attempts.",
		Try:  []string{"retune what elapsed -n 3"}, See: "bound"},
	{Name: "environment", Also: "environment variables, env, RETUNE_INITIAL_DELAY",
		What: "RETUNE_INITIAL_DELAY, RETUNE_FACTOR, RETUNE_CAP, RETUNE_JITTER and so on set the policy where no flag does. The command that an answer repeats says them, so that it means the same elsewhere.",
		Try:  []string{"retune schedule -n 3"}, See: "policy, exit status"},
	{Name: "explain", Also: "formula, formulas, sources",
		What: "Prints what a question means, its formulas and their sources, and the formulas with your own numbers in them.",
		Try:  []string{"retune schedule -a 100ms --jitter full -n 9 --explain"}, See: "delay before jitter"},
}

// beyondTerms are words for what retune does not model.
var beyondTerms = []Term{
	{Name: "hedging", Also: "hedged request, hedged requests, speculative retry",
		What: "Sending a second attempt before the first has failed, and taking the answer that comes first. retune does not model it: its retries wait for a failure.",
		See:  "attempt, retry amplification"},
	{Name: "Retry-After", Also: "pushback, server pushback, 429, 503",
		What: "A server that tells its clients how long to wait. retune does not model it: delays follow the policy alone.",
		See:  "reject, up"},
	{Name: "nested retries", Also: "retries at several layers, layered retries",
		What: "Retries at several layers of a request, whose attempts multiply: two layers of 3 attempts are up to 9. retune models one layer, to which --failure-rate can stand for those below.",
		See:  "retry storm, retry amplification"},
}
