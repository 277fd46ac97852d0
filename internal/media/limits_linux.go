package media

// ownProgram works after the file was replaced by a newer version, too.
const ownProgram = "/proc/self/exe"
