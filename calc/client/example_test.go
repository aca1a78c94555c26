package client_test

import (
	"fmt"

	"retune/calc/client"
)

// The delays of a client of the catalogue, with one of its parameters changed.
func ExampleFind() {
	p, err := client.Find("cenkalti").Defaults().With("MaxInterval", 5).Policy()
	if err != nil {
		fmt.Println(err)
		return
	}
	for k := 1.0; k <= 6; k++ {
		d := p.Retry(k)
		least, most := d.Support()
		fmt.Printf("retry %.0f: %.2f s to %.2f s\n", k, least, most)
	}
	fmt.Printf("no retry after %.0f s\n", p.CallLimit())
	// Output:
	// retry 1: 0.25 s to 0.75 s
	// retry 2: 0.38 s to 1.12 s
	// retry 3: 0.56 s to 1.69 s
	// retry 4: 0.84 s to 2.53 s
	// retry 5: 1.27 s to 3.80 s
	// retry 6: 1.90 s to 5.70 s
	// no retry after 900 s
}
