package form

import (
	"encoding/json"
	"strings"
)

// Corrected applies new values to an ordered form, except what a correction of names must not change: the fund of a
// gift, by which its money is counted, and the consent to the merit wall, which has its own call.
func Corrected(d Definition, was, now json.RawMessage) (json.RawMessage, error) {
	old, out := decode(was), decode(now)
	changed := false
	for _, f := range d.Fields {
		if f.Key != fund && f.Key != listed || string(old[f.Key]) == string(out[f.Key]) {
			continue
		}
		changed = true
		delete(out, f.Key)
		if v, had := old[f.Key]; had {
			out[f.Key] = v
		}
	}
	if !changed {
		return now, nil
	}
	return json.Marshal(out)
}

// CalledBy is a person's name in the family book: in any script, and in Chinese.
type CalledBy struct {
	Name        string `json:"name,omitempty" maxLength:"200"`
	ChineseName string `json:"chineseName,omitempty" maxLength:"200"`
}

// Renamed replaces a person's old name among people of a kind; ok is false if it does not occur. A person matches by
// both names, or by the one that the entry has.
func Renamed(d Definition, values json.RawMessage, kind string, from, to CalledBy) (renamed json.RawMessage, ok bool, err error) {
	all := decode(values)
	for _, f := range d.Fields {
		var list []map[string]json.RawMessage
		if f.Type != People || f.Takes != kind || json.Unmarshal(orNull(all[f.Key]), &list) != nil {
			continue
		}
		found := false
		for _, person := range list {
			if called(person, from) {
				name := rename(f, person, Name, from.Name, to.Name)
				chinese := rename(f, person, ChineseName, from.ChineseName, to.ChineseName)
				found = found || name || chinese
			}
		}
		if !found {
			continue
		}
		ok = true
		if all[f.Key], err = json.Marshal(list); err != nil {
			return nil, false, err
		}
	}
	if !ok {
		return values, false, nil
	}
	renamed, err = json.Marshal(all)
	return renamed, err == nil, err
}

// called returns whether a person of an entry has a name.
func called(person map[string]json.RawMessage, by CalledBy) bool {
	name, chinese := strings.TrimSpace(word(person[Name])), strings.TrimSpace(word(person[ChineseName]))
	by = CalledBy{strings.TrimSpace(by.Name), strings.TrimSpace(by.ChineseName)}
	if chinese != "" && by.ChineseName != "" {
		return chinese == by.ChineseName && (name == "" || by.Name == "" || strings.EqualFold(name, by.Name))
	}
	return name != "" && strings.EqualFold(name, by.Name)
}

// rename sets a name if the form asks for it and the entry had the old one, or neither had one; written is false if
// nothing changed.
func rename(f Field, person map[string]json.RawMessage, key, from, to string) (written bool) {
	asked := false
	for _, inner := range f.Fields {
		asked = asked || inner.Key == key
	}
	had := strings.TrimSpace(word(person[key]))
	if !asked || from == to || had == "" && from != "" || to == "" && had == "" {
		return false
	}
	raw, err := json.Marshal(to)
	if err == nil {
		person[key] = raw
	}
	return err == nil
}
