package db

// InGo are the migrations that are no files.
var InGo = inGo
