package lookup

// RespellMore is one batch of Respell.
var RespellMore = respellMore

// RespellSubjects is how many records it completes.
const RespellSubjects = respellSubjects
