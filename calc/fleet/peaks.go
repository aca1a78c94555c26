package fleet

import "math"

// Peaks are the greatest loads within one window, whatever the step of the
// series: attempts per second, and when the window begins, seconds.
type Peaks struct {
	Load, At float64 // of the whole run

	// AfterLoad and AfterAt are those of the windows that begin when the outage is
	// over: the herd that comes back. NaN without an outage, or if it lasts to the
	// end of the run.
	AfterLoad, AfterAt float64
}

// Peaks returns the greatest sums of Attempts over a sliding window of w, NaN of a run without them.
func (r Result) Peaks(w System) Peaks {
	nan := math.NaN()
	p := Peaks{nan, nan, nan, nan}
	if len(r.Attempts) == 0 {
		return p
	}
	size := max(1, int(math.Round(w.PeakWindow()/r.Bin)))
	p.Load, p.At = peak(r.Attempts, r.Bin, size, 0)
	if from := int(w.OutageEnd()/r.Bin + 1e-6); len(w.Outages) > 0 && from < len(r.Attempts) {
		p.AfterLoad, p.AfterAt = peak(r.Attempts, r.Bin, size, from)
	}
	return p
}

// peak returns the greatest rate over size bins that begin with bin from or
// later, and when they begin. Windows do not reach beyond the end, unless none fits.
func peak(counts []float64, bin float64, size, from int) (rate, at float64) {
	size = min(size, len(counts)-from)
	sum := 0.0
	best := math.Inf(-1)
	for i := from; i < len(counts); i++ {
		sum += counts[i]
		if i >= from+size {
			sum -= counts[i-size]
		}
		if i >= from+size-1 && sum > best*(1+1e-9) {
			best, at = sum, float64(i-size+1)*bin
		}
	}
	return max(0, best) / (float64(size) * bin), at
}

// PeakWindow is Window, or 1 s where it is 0.
func (w System) PeakWindow() float64 {
	if w.Window == 0 {
		return 1
	}
	return w.Window
}

// mostBins is how many bins of Attempts a run has: 8 MB of them.
const mostBins = 1 << 20

// binsInWindow is how many bins a window has: it slides by one of them, and the peak is
// the one of windows that begin with a bin.
const binsInWindow = 64

// PeakBin returns the width of the bins of [Result.Attempts], seconds, and how many
// there are up to the end of the run: 64 in a window, or fewer where that would be too
// many.
func (w System) PeakBin() (width float64, n int) {
	width = max(w.PeakWindow()/binsInWindow, w.Duration/mostBins)
	return width, max(1, int(math.Ceil(w.Duration/width-1e-9)))
}
