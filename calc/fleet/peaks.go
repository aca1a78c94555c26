package fleet

import "math"

// Peaks are the greatest loads within one window, attempts per second, and when the window begins, seconds. They do
// not depend on the step of the series.
type Peaks struct {
	Load, At float64 // over the whole run

	// AfterLoad and AfterAt are the peak over the windows that begin after the outage, when the clients come back.
	// They are NaN without an outage, or if the outage lasts to the end of the run.
	AfterLoad, AfterAt float64
}

// Peaks returns the greatest loads over a sliding window of w. They are NaN if the run has no Attempts.
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

// peak returns the greatest rate over a window of size bins that begins at bin from or later, and when that window
// begins. A window that is too long for the run is shortened.
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

// PeakWindow returns Window, or 1 s if Window is 0.
func (w System) PeakWindow() float64 {
	if w.Window == 0 {
		return 1
	}
	return w.Window
}

// mostBins is the greatest number of bins of Attempts of a run: 8 MB.
const mostBins = 1 << 20

// binsInWindow is the number of bins in a window. The window slides by one bin.
const binsInWindow = 64

// PeakBin returns the width of the bins of [Result.Attempts], seconds, and their number up to the end of the run. A
// window has 64 bins, or fewer if there would be more than mostBins.
func (w System) PeakBin() (width float64, n int) {
	width = max(w.PeakWindow()/binsInWindow, w.Duration/mostBins)
	return width, max(1, int(math.Ceil(w.Duration/width-1e-9)))
}
