package media

// ownProgram still works after a newer version has replaced the file.
const ownProgram = "/proc/self/exe"
