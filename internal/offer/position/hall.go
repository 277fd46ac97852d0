package position

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/writing"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Limits of halls: twice Loyang's 28 towers of 99 rows of 20.
const (
	MostRows      = 200
	MostUnits     = 200
	MostOfATower  = 10_000
	longestTitle  = 80
	longestWay    = 200
	mostHalls     = 30
	mostOfTowers  = 80
	hundredths    = 100
	longestHallID = 40
)

var (
	hallKey   = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	towerCode = regexp.MustCompile(`^[A-Z0-9]{1,4}$`)
)

// HallView is a hall with its towers.
type HallView struct {
	Key    string      `json:"key"`
	Title  locale.Text `json:"title"`
	Towers []TowerView `json:"towers"`
}

// TowerView is a lamp tower, a wall of lamps or a rack of tablets.
type TowerView struct {
	ID      string      `json:"id"`
	Code    string      `json:"code"`
	Title   locale.Text `json:"title"`
	X       int64       `json:"x" doc:"Hundredths of the hall's width, from the left"`
	Y       int64       `json:"y" doc:"Hundredths of its depth, from the altar's side"`
	Upwards bool        `json:"upwards" doc:"Rows are numbered upwards from the lowest"`
	Way     locale.Text `json:"way" doc:"Directions from the door"`
	Rows    int64       `json:"rows"`
	Units   int64       `json:"units" doc:"Units per row"`
	EyeFrom int64       `json:"eyeFrom" doc:"First row at eye level; 0: the tower is too low"`
	EyeTo   int64       `json:"eyeTo" doc:"Last row at eye level"`
}

// Halls is the answer of List.
type Halls struct {
	Items []HallView `json:"items"`
}

// List lists all halls with their towers, in the temple's order.
func (s *Service) List(ctx context.Context, _ *struct{}) (*Halls, error) {
	return HallsOf(ctx, s.DB.Read())
}

// HallsOf lists all halls with their towers, in the temple's order.
func HallsOf(ctx context.Context, r db.Reader) (*Halls, error) {
	halls, err := r.Halls(ctx)
	if err != nil {
		return nil, fmt.Errorf("halls: %w", err)
	}
	towers, err := r.Towers(ctx)
	if err != nil {
		return nil, fmt.Errorf("towers: %w", err)
	}
	out := &Halls{Items: []HallView{}}
	for _, h := range halls {
		v := HallView{Key: h.Key, Title: locale.Text{EN: h.TitleEn, ZH: h.TitleZh}, Towers: []TowerView{}}
		for _, t := range towers {
			if t.HallID == h.ID {
				v.Towers = append(v.Towers, towerView(t))
			}
		}
		out.Items = append(out.Items, v)
	}
	return out, nil
}

func towerView(t query.Tower) TowerView {
	from, to := eyeRows(t.RowCount, t.Upwards)
	return TowerView{
		ID: t.ID, Code: t.Code, Title: locale.Text{EN: t.TitleEn, ZH: t.TitleZh}, X: t.X, Y: t.Y, Upwards: t.Upwards,
		Way: locale.Text{EN: t.WayEn, ZH: t.WayZh}, Rows: t.RowCount, Units: t.UnitCount, EyeFrom: from, EyeTo: to,
	}
}

type hallIn struct {
	Body struct {
		Key   string      `json:"key" maxLength:"40" doc:"Key used in addresses; cannot be changed later"`
		Title locale.Text `json:"title"`
	}
}

// AddHall creates a hall. Refusals at their fields: required, too-long, hall-key, key-taken.
func (s *Service) AddHall(ctx context.Context, in *hallIn) (*Halls, error) {
	wrong := checkTitle(&in.Body.Title, "title")
	if len(in.Body.Key) > longestHallID || !hallKey.MatchString(in.Body.Key) {
		wrong = append(wrong, fault.Field{Path: "key", Code: "hall-key"})
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	return s.act(ctx, "hall.add", "hall:"+in.Body.Key, func(ctx context.Context, tx *db.Tx) error {
		return addHall(ctx, tx, in.Body.Key, in.Body.Title, s.Clock.Now())
	})
}

type hallChangeIn struct {
	Key  string `path:"key" maxLength:"40"`
	Body struct {
		Title locale.Text `json:"title"`
	}
}

// ChangeHall renames a hall.
func (s *Service) ChangeHall(ctx context.Context, in *hallChangeIn) (*Halls, error) {
	if err := fault.InvalidFields(checkTitle(&in.Body.Title, "title")); err != nil {
		return nil, err
	}
	return s.act(ctx, "hall.change", "hall:"+in.Key, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.HallChange(ctx, query.HallChangeParams{TitleEn: in.Body.Title.EN, TitleZh: in.Body.Title.ZH, Key: in.Key})
		if err == nil && n == 0 {
			err = fault.NotFound()
		}
		if err != nil {
			return err
		}
		return tx.HallNameSittings(ctx, query.HallNameSittingsParams{TitleEn: in.Body.Title.EN, TitleZh: in.Body.Title.ZH, Key: in.Key})
	})
}

type towerIn struct {
	Key  string `path:"key" maxLength:"40"`
	Body struct {
		Code    string      `json:"code" maxLength:"8" doc:"Tower code as on its plates: A"`
		Title   locale.Text `json:"title"`
		Way     locale.Text `json:"way,omitempty"`
		X       int64       `json:"x"`
		Y       int64       `json:"y"`
		Upwards bool        `json:"upwards"`
		Rows    int64       `json:"rows" doc:"1 to 200"`
		Units   int64       `json:"units" doc:"Units per row, 1 to 200"`
	}
}

// AddTower creates a tower with all its positions, not yet sold as any option. Positions are assigned from eye level
// outwards.
func (s *Service) AddTower(ctx context.Context, in *towerIn) (*Halls, error) {
	b := &in.Body
	b.Code = strings.ToUpper(strings.TrimSpace(b.Code))
	wrong := append(checkTitle(&b.Title, "title"), checkTower(&b.Way, b.X, b.Y)...)
	if !towerCode.MatchString(b.Code) {
		wrong = append(wrong, fault.Field{Path: "code", Code: "tower-code"})
	}
	if b.Rows < 1 || b.Rows > MostRows {
		wrong = append(wrong, fault.Field{Path: "rows", Code: "quantity-range", Params: map[string]any{"min": 1, "max": MostRows}})
	}
	if b.Units < 1 || b.Units > MostUnits {
		wrong = append(wrong, fault.Field{Path: "units", Code: "quantity-range", Params: map[string]any{"min": 1, "max": MostUnits}})
	}
	if len(wrong) == 0 && b.Rows*b.Units > MostOfATower {
		wrong = append(wrong, fault.Field{Path: "rows", Code: "too-many-parts", Params: map[string]any{"max": MostOfATower}})
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	return s.act(ctx, "hall.tower", "hall:"+in.Key, func(ctx context.Context, tx *db.Tx) error {
		_, err := addTower(ctx, tx, in.Key, query.TowerAddParams{
			Code: b.Code, TitleEn: b.Title.EN, TitleZh: b.Title.ZH, X: b.X, Y: b.Y, Upwards: b.Upwards, RowCount: b.Rows, UnitCount: b.Units, WayEn: b.Way.EN, WayZh: b.Way.ZH,
		})
		return err
	})
}

// Eye level is an estimate of rows from the floor, because people ask for them first. Towers are not measured: with few
// rows it is the middle one, and below lowTower rows it is not shown.
const (
	eyeLevel  = 12
	aroundEye = 2
	lowTower  = 5
)

// eyeRow is the row at eye level, from which positions are assigned outwards.
func eyeRow(rows int64, upwards bool) int64 {
	level := min(eyeLevel, (rows+1)/2)
	if upwards {
		return level
	}
	return rows + 1 - level
}

// eyeRows are the first and last row at eye level; 0 and 0 for a low tower.
func eyeRows(rows int64, upwards bool) (from, to int64) {
	if rows < lowTower {
		return 0, 0
	}
	around := min(aroundEye, rows/lowTower)
	level := eyeRow(rows, upwards)
	return level - around, level + around
}

func addPositions(ctx context.Context, tx *db.Tx, tower query.TowerAddParams) error {
	rows, units := tower.RowCount, tower.UnitCount
	wide := max(2, len(fmt.Sprint(max(rows, units))))
	level := eyeRow(rows, tower.Upwards)
	for row := int64(1); row <= rows; row++ {
		away := max(row-level, level-row)
		for unit := int64(1); unit <= units; unit++ {
			err := tx.PositionAdd(ctx, query.PositionAddParams{
				ID: id.New(), TowerID: tower.ID, RowNo: row, UnitNo: unit, Code: fmt.Sprintf("%s-%0*d-%0*d", tower.Code, wide, row, wide, unit),
				Fill: (away*2+db.Bit(row != level && (row < level) == tower.Upwards))*MostUnits + unit,
			})
			if err != nil {
				return fmt.Errorf("position: %w", err)
			}
		}
	}
	return nil
}

type towerChangeIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Title locale.Text `json:"title"`
		Way   locale.Text `json:"way,omitempty"`
		X     int64       `json:"x"`
		Y     int64       `json:"y"`
	}
}

// ChangeTower renames a tower or moves it on the plan. Its code and positions stay, because they are printed on plates.
func (s *Service) ChangeTower(ctx context.Context, in *towerChangeIn) (*Halls, error) {
	b := &in.Body
	if err := fault.InvalidFields(append(checkTitle(&b.Title, "title"), checkTower(&b.Way, b.X, b.Y)...)); err != nil {
		return nil, err
	}
	return s.act(ctx, "hall.tower-change", "tower:"+in.ID, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.TowerChange(ctx, query.TowerChangeParams{
			TitleEn: b.Title.EN, TitleZh: b.Title.ZH, X: b.X, Y: b.Y, WayEn: b.Way.EN, WayZh: b.Way.ZH, ID: in.ID,
		})
		if err == nil && n == 0 {
			err = fault.NotFound()
		}
		return err
	})
}

// act is an idempotent change of halls. It answers with all halls.
func (s *Service) act(ctx context.Context, action, subject string, do func(ctx context.Context, tx *db.Tx) error) (*Halls, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Halls, error) {
		if err := do(ctx, tx); err != nil {
			return nil, err
		}
		err := audit.Note(ctx, tx, action, subject, nil, nil)
		if err != nil {
			return nil, err
		}
		return HallsOf(ctx, tx.Queries)
	})
}

func checkTitle(t *locale.Text, path string) (wrong []fault.Field) {
	for _, side := range []struct {
		text *string
		path string
	}{{&t.EN, path + ".en"}, {&t.ZH, path + ".zh"}} {
		*side.text = strings.TrimSpace(*side.text)
		wrong = append(wrong, checkLine(*side.text, side.path, longestTitle, true)...)
	}
	return wrong
}

func checkTower(way *locale.Text, x, y int64) (wrong []fault.Field) {
	way.EN, way.ZH = strings.TrimSpace(way.EN), strings.TrimSpace(way.ZH)
	wrong = append(checkLine(way.EN, "way.en", longestWay, false), checkLine(way.ZH, "way.zh", longestWay, false)...)
	for path, at := range map[string]int64{"x": x, "y": y} {
		if at < 0 || at > hundredths {
			wrong = append(wrong, fault.Field{Path: path, Code: "quantity-range", Params: map[string]any{"min": 0, "max": hundredths}})
		}
	}
	return wrong
}

func checkLine(text, path string, most int, required bool) []fault.Field {
	switch {
	case required && !writing.Visible(text):
		return []fault.Field{{Path: path, Code: "required"}}
	case len([]rune(text)) > most:
		return []fault.Field{{Path: path, Code: "too-long", Params: map[string]any{"max": most}}}
	case writing.Unreadable(text, false):
		return []fault.Field{{Path: path, Code: "control-character"}}
	}
	return nil
}
