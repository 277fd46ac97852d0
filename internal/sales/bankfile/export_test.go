package bankfile

// ReadOrPanic is Read without the recovery from a panic, which would hide one from the fuzzer.
var ReadOrPanic = read
