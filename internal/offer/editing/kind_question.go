package editing

import (
	"shanmen/internal/offer/content"
)

// KindQuestion is a question with its answer.
const KindQuestion = "question"

// Questions of one page, each below the other.
var questionKind = &Kind{
	Name: KindQuestion, Rank: 3, Fields: pageFields, Base: "/misc/faq#", space: pageSpace, prefix: "faq-",
	live: pagesOf(content.KindFAQ), show: showPage(content.KindFAQ), draft: draftPage(content.KindFAQ),
	lock: content.Lock, drop: content.DropPage,
}

func init() { register(questionKind) }
