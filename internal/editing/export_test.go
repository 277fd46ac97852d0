package editing

// Kinds are all kinds of records: tests walk their fields.
var Kinds = kinds

// AskFields are what can be said of a form's question, by name.
var AskFields = askFields
