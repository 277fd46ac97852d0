package media

// ownProgram still works after an upgrade has replaced the file.
const ownProgram = "/proc/self/exe"
