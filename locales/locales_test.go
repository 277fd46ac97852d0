package locales_test

import (
	"encoding/json"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"

	"shanmen/locales"
)

// each calls f with every message of a language, its key and its file's name.
func each(t *testing.T, language string, f func(file, key, text string)) {
	t.Helper()
	files, err := fs.Glob(locales.Files, language+"/*.json")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d files in %s: %v", len(files), language, err)
	}
	for _, file := range files {
		b, err := locales.Files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]string{}
		if err := json.Unmarshal(b, &texts); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for key, text := range texts {
			f(path.Base(file), key, text)
		}
	}
}

const (
	chinese = `[\p{Han}、。〈-】！（），：；？“”…]`
	latin   = `[^\s\p{Han}、。〈-】！（），：；？“”…·×→/–|=]`
	link    = `\{(?:link|path|photo)\}`
)

var (
	gap      = regexp.MustCompile(chinese + ` +` + latin + `|` + latin + ` +` + chinese + `|` + chinese + ` +` + chinese)
	linkGap  = regexp.MustCompile(link + ` `)
	glued    = regexp.MustCompile(link + `[^\s]`)
	unlinked = regexp.MustCompile(`[^\s：。}]` + link)
)

// isSpaced reports whether a space is between a Chinese character and a letter, a digit or a placeholder. In mails the
// space after a link is needed: without it, a phone includes the next word in the address.
func isSpaced(file, text string) bool {
	if isLetter(file) {
		text = linkGap.ReplaceAllString(text, "x\n")
	}
	return gap.MatchString(text)
}

func isLetter(file string) bool { return file == "mail.json" || file == "sms.json" }

// The browser sets the gap between Chinese and Latin text (text-autospace), so the messages have one rule: no space.
func TestChineseHasNoSpacesBesideLatin(t *testing.T) {
	t.Parallel()
	written := map[string]bool{ // an example of what to type into a sheet, where the space matters
		"fault.import-bad-day": true, "imports.problem-bad-day-text": true,
	}
	each(t, "zh", func(file, key, text string) {
		if isSpaced(file, text) && !written[key] {
			t.Errorf("%s has a space between Chinese and Latin: %s", key, text)
		}
		if isLetter(file) && (glued.MatchString(text) || unlinked.MatchString(text)) {
			t.Errorf("%s: the link is glued to a word: %s", key, text)
		}
	})
	for text, want := range map[string]bool{
		"订单 INV-1": true, "请在{until} 前付款": true, "共 {n}项": true, "请看： {path}": true, "（SGD） 元": true,
		"订单INV-1": false, "{n}笔 · {sum}": false, "请用Microsoft Authenticator扫码": false, "{link} 感恩": false,
	} {
		if isSpaced("sms.json", text) != want {
			t.Errorf("isSpaced of %q is not %v", text, want)
		}
	}
}

// One kind of quotes and one apostrophe. Text messages have neither: a curled mark more than doubles their cost.
func TestQuotes(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "zh"} {
		each(t, language, func(file, key, text string) {
			if strings.ContainsAny(text, `'"‘「」『』`+"`") {
				t.Errorf("%s %s has quotes of another kind: %s", language, key, text)
			}
			if language == "en" && (strings.Contains(text, " %") || strings.Contains(text, "!")) {
				t.Errorf("%s has a space before %% or an exclamation mark: %s", key, text)
			}
			if language == "en" && file == "sms.json" && strings.ContainsAny(text, "’“”…–") {
				t.Errorf("%s makes a text of 160 letters one of 70: %s", key, text)
			}
		})
	}
}

// retired are words that the messages no longer use, with the word that replaced them (docs/glossary.md).
var retired = map[string]map[string]string{
	"zh": {
		"购物车": "供养车", "购物篮": "供养车", "余额不足": "名额不足", "结缴": "付款", "法务": "负责法会", "收据图片": "转账截图",
		"付款编号": "付款参考编号", "参考号": "付款参考编号", "办事处": "寺务处", "办公室": "寺务处", "退出登录": "登出", "演示": "示范",
		"公历": "阳历", "邮编": "邮区", "善信": "信众", "搁置": "与订单无关", "核对中": "待核对", "未通过": "未能确认", "供奉项目": "供养项目",
		"长期供奉": "长期供养", "定期供养": "长期供养", "迟到款项": "待处理款项", "多个可能": "多张相符", "无订单": "未匹配",
		"会员": "信众", "收款人": "收款方", "申报": "自报", "灯签": "灯牌", "寺方": "寺务处", "重置": "重设", "账号": "账户", "修改": "更改", "刷新": "重新载入",
		"下单": "登记", "订去": "已有人登记", "上架": "在目录中", "祈福服务": "供养项目", "结算": "合计", "供奉方式": "供养方式", "对单": "与订单无关",
		"范文": "常用回复", "印式": "版式", "印次": "批次", "余数": "尾数", "休寺": "不开放", "几时": "何时", "名字": "姓名", "信件": "通知", "邮箱": "电邮地址",
		"逾期转账": "后到的转账", "应用程序": "应用", "经办": "经手人", "无须": "无需", "打电话": "致电", "立牌": "安奉牌位", "消灾禄位": "延生禄位", "程序原文": "系统原文",
		"诵名": "诵念", "截图已退回": "截图未能确认", "重复转账": "再次转账", "三天": "3天", "再要一个": "重新发送",
	},
	"en": {
		"Late money": "Money to sort out", "late money": "Money to sort out", "under verification": "awaiting check", "eing checked": "awaiting check",
		"given back": "refunded", "Give money back": "Refund", "logged out": "signed out", "login needed": "sign-in needed", "good for 10": "valid for 10",
		"no longer good": "no longer valid", "picture of your transfer": "screenshot of your transfer", "Put away": "Hide this",
		"Please type your name": "Enter your name", "Made by computer": "Computer-generated", "Save the picture": "Save QR code",
		"second step of your": "two-step sign-in", "mport taken back": "Import undone", "subscription": "yearly or monthly offering",
		"eload the page": "load the page again", "not agree?": "not right",
		"member record": "details for receipts", "donors’ board": "merit wall", "ogged in": "signed in", "log in": "sign in", "banking app": "bank’s app",
		"by itself": "automatically", "by themselves": "automatically", "kept up to": "active until", "here it stands": "Place, or Where your lamp is", "How far": "Progress",
		"gave back": "refunded", "Apart by": "Separate with", "text message": "SMS", "lessing services": "Offerings", "Checkout": "Check and pay", "Quick sale": "Quick order",
		"Not an order": "Not for an order", "the program": "the system", "The program": "the system", "Brought in": "Imported", "ake back": "undo, or recall", "aken back": "undone, or recalled",
		"Take away": "unpublish, or remove", "Let it end": "Stop renewing", "print text": "text on the paper", "prepared text": "saved reply", "no sign-in needed": "nothing: the page says it",
	},
}

var placeholder = regexp.MustCompile(`\{\w+\}`)

// parts are words that occur within others, and are retired only as whole words.
var parts = map[string]map[string]*regexp.Regexp{
	"en": {"Action": regexp.MustCompile(`\b(Act|acts)\b`), "Types": regexp.MustCompile(`\bSorts\b`), "notice, e-mail or SMS": regexp.MustCompile(`\b[Aa] letter (is|was|tells)\b|[Uu]ndelivered letters`)},
	"zh": {
		"付款": regexp.MustCompile(`(^|[^日])结账`), "续期": regexp.MustCompile(`(^|[^继])续供`), "牌面文字": regexp.MustCompile(`(^|[^打])印文`),
		"订单编号": regexp.MustCompile(`(^|[^订])单号`), "付款参考编号": regexp.MustCompile(`(^|[^款])参考编号`),
		"订单": regexp.MustCompile(`[这此张]单($|[^据])`),
	},
}

// One word for one thing.
func TestRetiredWords(t *testing.T) {
	t.Parallel()
	for language, words := range retired {
		each(t, language, func(_, key, text string) {
			text = placeholder.ReplaceAllString(text, "")
			for word, instead := range words {
				if strings.Contains(text, word) {
					t.Errorf("%s %s: %q is %q now: %s", language, key, word, instead, text)
				}
			}
			for instead, word := range parts[language] {
				if word.MatchString(text) {
					t.Errorf("%s %s: %q is %q now: %s", language, key, word, instead, text)
				}
			}
		})
	}
}

// A text message begins with its sender's name, and each code comes with a warning that nobody asks for it.
func TestEveryTextNamesTheTemple(t *testing.T) {
	t.Parallel()
	for language, code := range map[string]string{"en": "Never tell it to anybody, not even us.", "zh": "请勿告诉他人，寺院也不会问您。"} {
		each(t, language, func(file, key, text string) {
			if file == "sms.json" && !strings.HasPrefix(text, "{temple}") {
				t.Errorf("%s %s does not begin with the temple's name: %s", language, key, text)
			}
			if isLetter(file) && strings.Contains(text, "{code}") && !strings.Contains(text, code) && !strings.HasSuffix(key, ".subject") {
				t.Errorf("%s %s does not say that nobody asks for the code: %s", language, key, text)
			}
		})
	}
}

// Every temple has its own name, address and number: those of the demonstration are settings, not part of the program's
// messages.
func TestNoSentenceNamesTheDemonstration(t *testing.T) {
	t.Parallel()
	its := regexp.MustCompile(`(?i)qing ?lian|清莲|lotus hill|莲山|108018|6000 ?0000`)
	for _, language := range []string{"en", "zh"} {
		each(t, language, func(file, key, text string) {
			if found := its.FindString(text); found != "" {
				t.Errorf("%s/%s %s names %s: %s", language, file, key, found, text)
			}
		})
	}
}

// Chinese has one form for every number, but for words that stand for one alone, such as tomorrow.
func TestChineseHasOneForm(t *testing.T) {
	t.Parallel()
	words := map[string]bool{"records-event.each-months_one": true, "records-event.each-weeks_one": true, "family.in-days_one": true, "fault.place-taken_one": true}
	each(t, "zh", func(_, key, text string) {
		if strings.HasSuffix(key, "_one") && !words[key] {
			t.Errorf("%s is a second form: %s", key, text)
		}
	})
}
