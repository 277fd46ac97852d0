package markup_test

import (
	"slices"
	"testing"

	"shanmen/internal/base/markup"
)

func TestCleanReportsWhatItRemoved(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		`<p>清莲寺 <strong>1928</strong> <a href="/event">a</a></p>`: nil,
		`<p onclick="x()">a</p>`:                                                      {markup.RemovedScripts},
		`<script>x()</script><iframe src="//x"></iframe><input>`:                      {markup.RemovedScripts, markup.RemovedFrames, markup.RemovedForms},
		`<img src="https://x.sg/a.gif" alt="a"><p>a</p>`:                              {markup.RemovedPictures},
		`<a href="javascript:x()">a</a>`:                                              {markup.RemovedLinks},
		`<p class="MsoNormal" style="color:red">a<o:p></o:p></p><!-- Word -->`:        {markup.RemovedFormatting},
		`<section data-tool="WeChat" style="margin:0"><p>微信</p></section>`:            {markup.RemovedFormatting},
		`<a href="https://x.sg" target="_blank" rel="opener">a</a><ruby>字<rt>zi</rt>`: nil,
	} {
		if got := markup.Removed(text, markup.Clean(text)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
