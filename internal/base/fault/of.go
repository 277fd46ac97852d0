package fault

// Of finds the refusal in an error chain. A joined error (errors.Join) is no refusal: something else failed too, which
// must be logged and answered as a defect.
func Of(err error) (*Error, bool) {
	for err != nil {
		switch e := err.(type) { // errors.As would also search joined errors
		case *Error:
			return e, true
		case interface{ Unwrap() []error }:
			if all := e.Unwrap(); len(all) == 1 {
				err = all[0]
				continue
			}
			return nil, false
		case interface{ Unwrap() error }:
			err = e.Unwrap()
		default:
			return nil, false
		}
	}
	return nil, false
}
