package editing

// Kinds are all kinds of records: tests walk their fields.
func Kinds() []*Kind { return kinds }

// AskFields are what can be said of a form's question, by name.
var AskFields = askFields

// BookingTimes are when fields open and close.
var BookingTimes = bookingTimes

// SeasonLimits are what is wrong with the season of fields.
var SeasonLimits = seasonLimits
