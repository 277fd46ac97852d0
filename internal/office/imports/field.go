package imports

import (
	"encoding/json"
	"strings"
)

// field is a field of an import, with the possible headings of its column.
type field struct {
	id       string
	required bool
	names    []string // in lower case
}

var (
	// A line number (No., S/N, 序号) is not an id: the next list starts at 1 again, for other people.
	idField     = field{"id", false, []string{"id", "member id", "member no", "number of the list", "编号", "会员编号"}}
	nameField   = field{"name", true, []string{"name", "full name", "english name", "member", "devotee", "payer", "sponsor", "英文姓名", "英文名", "英文名字", "姓名", "名字", "信众", "信徒", "供养人", "功德主", "会员姓名", "信徒姓名", "信众姓名"}}
	chineseOf   = field{"chinese", false, []string{"chinese name", "name (chinese)", "中文姓名", "中文名", "华文姓名", "华文名", "姓名"}}
	mobileField = field{"mobile", false, []string{"mobile", "mobile no", "hp", "hp no", "h/p", "h/p no", "handphone", "手机", "手机号码", "行动电话", "phone", "tel", "contact", "contact no", "电话", "联络电话", "联系电话", "电话号码", "telephone", "联系方式", "联络号码", "联系号码"}}
	amountField = field{"amount", false, []string{"paid", "amount", "price", "sum", "s$", "$", "金额", "款额", "已付", "数额", "供养金", "供养金额", "捐款", "捐款金额"}}
	remarkField = field{"remark", false, []string{"remark", "remarks", "note", "notes", "memo", "备注", "附注"}}
)

// fields lists the fields of each kind of list, in display order.
var fields = map[string][]field{
	Members: {
		nameField, chineseOf, mobileField,
		{"email", false, []string{"email", "e-mail", "mail", "电邮", "电子邮件", "电子信箱", "邮箱"}},
		{"birth", false, []string{"birth date", "date of birth", "birthday", "dob", "born", "生日", "出生日期", "出生年月日", "出生年月", "生辰"}},
		{"address", false, []string{"address", "地址", "住址", "通讯地址", "家庭地址", "住家地址"}},
		remarkField, idField,
	},
	Lamps: {
		nameField, chineseOf, mobileField,
		{"offering", false, []string{"offering", "service", "供养项目", "服务"}},
		{"option", true, []string{"lamp", "option", "kind", "type", "灯", "灯别", "类别", "项目", "选项"}},
		{"place", false, []string{"place", "position", "lamp no", "位置", "灯位", "灯号"}},
		{"from", true, []string{"lit on", "from", "start", "date", "begin", "点灯日", "开始", "起", "日期", "开始日期", "起始日期", "点灯日期"}},
		{"until", false, []string{"lit until", "until", "end", "expiry", "expires", "to", "到期", "截止", "止", "结束", "到期日", "到期日期", "截止日期", "结束日期"}},
		amountField, remarkField, idField,
	},
	Orders: {
		nameField, mobileField,
		{"day", true, []string{"date", "day", "paid on", "日期", "付款日期", "捐款日期", "供养日期"}},
		{"item", true, []string{"item", "what for", "offering", "description", "purpose", "项目", "供养项目", "用途"}},
		amountField,
		{"number", false, []string{"receipt", "receipt no", "number", "invoice", "收据", "收据编号", "收据号", "收据号码", "单号"}},
		remarkField, idField,
	},
}

// simplified converts headings and lunar days to simplified characters, as lists from Taiwan, Hong Kong and older
// Singapore are traditional. Only for fixed words, never for names of people.
var simplified = strings.NewReplacer(
	"號", "号", "員", "员", "會", "会", "編", "编", "機", "机", "電", "电", "話", "话", "備", "备", "註", "注", "聯", "联", "絡", "络", "繫", "系", "係", "系",
	"碼", "码", "華", "华", "眾", "众", "養", "养", "項", "项", "務", "务", "燈", "灯", "類", "类", "別", "别", "選", "选", "點", "点", "開", "开", "間", "间",
	"據", "据", "單", "单", "額", "额", "郵", "邮", "農", "农", "曆", "历", "閏", "闰", "臘", "腊", "稱", "称", "時", "时", "終", "终", "舊", "旧", "動", "动", "總", "总", "計", "计", "數", "数", "頁", "页", "戶", "户", "盞", "盏", "筆", "笔", "條", "条", "個", "个", "製", "制",
	"審", "审", "經", "经", "對", "对", "訊", "讯", "續", "续", "塊", "块",
)

// longest is the maximum number of characters of a value.
var longest = map[string]int{"name": 100, "chinese": 100, "mobile": 40, "email": 100, "place": 60, "address": 300, "remark": 500, "item": 200, "number": 60, "id": 60}

// cellsOf reads the fields of a row by column.
func cellsOf(columns map[string]int, row []string) map[string]string {
	out := map[string]string{}
	for id, at := range columns {
		if at >= 0 && at < len(row) && row[at] != "" {
			out[id] = row[at]
		}
	}
	return out
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil { // cannot fail: only texts and numbers
		return "null"
	}
	return string(b)
}

func fromJSON[T any](text string) (v T, err error) {
	err = json.Unmarshal([]byte(text), &v)
	return v, err
}
