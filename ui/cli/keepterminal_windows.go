package cli

func keepTerminal() func() { return func() {} }
