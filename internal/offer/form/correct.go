package form

import (
	"encoding/json"
	"strings"
)

// Corrected are the new values of a form whose entry was ordered, with what a correction of names leaves alone: what a gift
// is for, by which its money is counted, and the consent to the merit wall, which is given and taken back by itself.
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

// CalledBy is a name as the family book has it: in any script, and in characters.
type CalledBy struct {
	Name        string `json:"name,omitempty" maxLength:"200"`
	ChineseName string `json:"chineseName,omitempty" maxLength:"200"`
}

// Renamed writes a person's new name wherever an entry has the old one among people of a kind; ok is false where it does
// not. A person is known by both names, or by the one that the entry has.
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

// called tells whether a person of an entry is the one of a name.
func called(person map[string]json.RawMessage, by CalledBy) bool {
	name, chinese := strings.TrimSpace(word(person[Name])), strings.TrimSpace(word(person[ChineseName]))
	by = CalledBy{strings.TrimSpace(by.Name), strings.TrimSpace(by.ChineseName)}
	if chinese != "" && by.ChineseName != "" {
		return chinese == by.ChineseName && (name == "" || by.Name == "" || strings.EqualFold(name, by.Name))
	}
	return name != "" && strings.EqualFold(name, by.Name)
}

// rename writes a name where the form asks for it and the entry has the old one, or where neither had one; written is false
// where it leaves the entry as it is.
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
