package fluid

import "retune/calc/jitter"

// normalBoxes is how many boxes a normal distribution is cut into.
const normalBoxes = 16

// kernel returns the distribution of one delay around one before jitter of e as
// boxes: exactly, but for normals, which are a histogram with their mean and variance.
func kernel(p jitter.Policy, e float64) []box {
	var boxes []box
	for _, c := range p.One(e).Components(normalBoxes) {
		if c.Weight > 0 {
			boxes = append(boxes, box{c.Lo, c.Hi, c.Weight})
		}
	}
	return boxes
}
