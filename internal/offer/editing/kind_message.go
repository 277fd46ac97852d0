package editing

import (
	"context"
	"fmt"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// longestMessage leaves room in an answer for further text.
const longestMessage = 4_000

// KindMessage is a text to begin an answer with.
const KindMessage = "message"

// Saved replies of the inbox. Visitors only see them in answers.
var messageKind = &Kind{
	Name: KindMessage, Rank: 10, Both: true,
	Fields: []Field{
		{Name: "title", Each: true, Type: FieldLine, Most: longestTitle, Required: true},
		{Name: "text", Each: true, Type: FieldLines, Most: longestMessage, Required: true},
	},
	live: answerTexts, show: showAnswerText,
}

func init() { register(messageKind) }

func answerTexts(ctx context.Context, r db.Reader) ([]Live, error) {
	rows, err := r.AnswerTexts(ctx)
	if err != nil {
		return nil, fmt.Errorf("texts of answers: %w", err)
	}
	var out []Live
	for _, a := range rows {
		f := Fields{}
		f.Put("title", locale.Text{EN: a.TitleEn, ZH: a.TitleZh})
		f.Put("text", locale.Text{EN: a.TextEn, ZH: a.TextZh})
		out = append(out, Live{Key: a.Key, Position: a.Position, Fields: f})
	}
	return out, nil
}

func showAnswerText(ctx context.Context, tx *db.Tx, s Shown) error {
	var err error
	if s.Hidden {
		err = tx.AnswerTextDrop(ctx, s.Key)
	} else {
		title, text := textOf(s.Fields, "title"), textOf(s.Fields, "text")
		err = tx.AnswerTextPut(ctx, query.AnswerTextPutParams{
			Key: s.Key, Position: s.Position, TitleEn: title.EN, TitleZh: title.ZH, TextEn: text.EN, TextZh: text.ZH,
		})
	}
	if err != nil {
		return fmt.Errorf("text of answers %s: %w", s.Key, err)
	}
	return nil // on no page
}
