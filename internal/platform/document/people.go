package document

import (
	"strconv"
	"strings"
)

// The lines of an item's people: names large, because they are read aloud, details smaller behind or below.
const (
	nameSize      = 11.0
	nameLeading   = 14.5
	detailSize    = least
	detailLeading = 12.5
	nameIndent    = 10.0
	nameWidth     = inner - 2*pad - nameIndent
	detailGap     = 8.0
	labelLeading  = 13.0
)

// peopleRows prints an item's position, its people (departed and living separately), and below them other answers.
func (l *layout) peopleRows(it *Item) []row {
	var rows []row
	for _, a := range it.Stands {
		rows = append(rows, l.answerRows(a)...)
	}
	for _, g := range it.Groups {
		rows = append(rows, l.groupRows(g)...)
	}
	for _, a := range it.Answers {
		rows = append(rows, l.answerRows(a)...)
	}
	return rows
}

func (l *layout) groupRows(g Group) []row {
	var people []row
	count := 0
	for _, p := range g.People {
		if one := l.personRows(p); len(one) > 0 {
			people = append(people, one...)
			count++
		}
	}
	if count == 0 {
		return nil
	}
	label := l.voc.words("common.people-" + g.Kind)
	if count > 1 {
		label += " (" + strconv.Itoa(count) + ")"
	}
	return underLabel(row{labelLeading, func(y float64) { l.text(left+pad, y+9.5, detailSize, goldText, label) }}, people)
}

// personRows prints a person's line. Details follow the name if there is room.
func (l *layout) personRows(p Person) (rows []row) {
	names := l.face.wrap(p.Name, nameSize, nameWidth)
	details := l.voc.lines(p.Details)
	beside := ""
	if len(names) == 1 && len(details) > 0 {
		room := nameWidth - l.face.width(names[0], nameSize) - detailGap
		if one := strings.Join(details, "  "); l.face.width(one, detailSize) <= room {
			beside, details = one, nil
		}
	}
	for i, s := range names {
		rows = append(rows, row{nameLeading, func(y float64) {
			if i == 0 {
				l.diamond(left+pad+2.5, y+nameSize-3.6, 2, gold)
			}
			l.text(left+pad+nameIndent, y+nameSize, nameSize, black, s)
			if beside != "" {
				l.text(left+pad+nameIndent+l.face.width(s, nameSize)+detailGap, y+nameSize, detailSize, soft, beside)
			}
		}})
	}
	return append(rows, l.smallRows(details)...)
}

// answerRows prints the label and, if there is room, the answer after it.
func (l *layout) answerRows(a Answer) []row {
	values := l.voc.lines(a.Value)
	if len(values) == 0 {
		return nil
	}
	label := strings.Join(l.voc.lines(a.Label), " ")
	at := left + pad + l.face.width(label, detailSize) + detailGap
	one := strings.Join(values, "  ")
	if !strings.Contains(one, "\n") && at+l.face.width(one, detailSize) <= right-pad {
		return []row{{labelLeading, func(y float64) {
			l.text(left+pad, y+9.5, detailSize, goldText, label)
			l.text(at, y+9.5, detailSize, black, one)
		}}}
	}
	return underLabel(row{labelLeading, func(y float64) { l.text(left+pad, y+9.5, detailSize, goldText, label) }}, l.smallRows(values))
}

func (l *layout) smallRows(texts []string) (rows []row) {
	for _, text := range texts {
		for _, s := range l.face.wrap(text, detailSize, nameWidth) {
			rows = append(rows, row{detailLeading, func(y float64) { l.text(left+pad+nameIndent, y+detailSize, detailSize, soft, s) }})
		}
	}
	return rows
}

// underLabel keeps a label together with the first row below it on a page.
func underLabel(label row, rows []row) []row {
	first := rows[0]
	head := row{label.height + first.height, func(y float64) { label.draw(y); first.draw(y + label.height) }}
	return append([]row{head}, rows[1:]...)
}

// words are a message outside the documents' namespace, in each language.
func (v vocabulary) words(key string) string {
	out := make([]string, 0, len(v.locales))
	for _, l := range v.locales {
		out = append(out, v.messages.T(l, key, nil))
	}
	return strings.Join(out, " ")
}
