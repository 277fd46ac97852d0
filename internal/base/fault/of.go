package fault

// Of finds the refusal that err is, through what wraps it. An error joined with another (errors.Join) is none: beside
// the refusal something failed, which has to be logged and answered as a defect.
func Of(err error) (*Error, bool) {
	for err != nil {
		switch e := err.(type) { // errors.As would look into joined errors
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
