package bankfile

// ReadUnguarded is Read without the recovery from a panic, which would hide one from the fuzzer.
var ReadUnguarded = read
