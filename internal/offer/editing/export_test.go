package editing

// Kinds are all kinds of records: tests iterate over their fields.
func Kinds() []*Kind { return kinds }

// AskFields are the fields of a form's question, by name.
var AskFields = askFields

// BookingTimes returns when booking opens and closes according to the fields.
var BookingTimes = bookingTimes

// SeasonLimits returns the errors of the season fields.
var SeasonLimits = seasonLimits
