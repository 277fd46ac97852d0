package media

import "testing"

// The lines of a bank's screen are forty points apart, from 60 on, of 300.
func TestScreenshotDifferencesAreLocated(t *testing.T) {
	_, a := kept(t, screen("Ref K7Q4X9TM01", "20 Nov 9:07", "202611200047713"), 90, 1200)
	_, b := kept(t, screen("Ref K7Q4X9TM01", "20 Nov 9:07", "202611200047998"), 75, 1200)
	found := Differences(a, b)
	if len(found) != 1 {
		t.Fatalf("one number differs: %+v", found)
	}
	// The last digits of the last line, whose baseline is at 260 of 300; they begin at 92 of 150 from the left.
	if n := found[0]; n.Y < 790 || n.Y+n.Height > 900 || n.X < 560 || n.X > 720 || n.X+n.Width > 800 {
		t.Errorf("it stands elsewhere: %+v", n)
	}
	_, c := kept(t, screen("Ref M2PQ8R5T77", "20 Nov 9:07", "202611200047998"), 90, 1200)
	if two := Differences(a, c); len(two) != 2 || two[0].Y > two[1].Y || two[0].Y < 500 || two[0].Y > 640 {
		t.Errorf("a reference and a number differ: %+v", two)
	}
}

func TestIncomparableScreenshotsReportNoDifferences(t *testing.T) {
	m := screen("Ref K7Q4X9TM01", "20 Nov 9:07", "202611200047713")
	_, a := kept(t, m, 90, 1200)
	_, again := kept(t, m, 60, 900)
	if found := Differences(a, again); len(found) != 0 {
		t.Errorf("one picture: %+v", found)
	}
	if found := Differences(a, ""); found != nil {
		t.Errorf("a picture of which nothing is known: %+v", found)
	}
	upside, _ := kept(t, m, 90, 1200)
	for i, j := 0, len(upside.Y)-1; i < j; i, j = i+1, j-1 {
		upside.Y[i], upside.Y[j] = upside.Y[j], upside.Y[i]
	}
	if found := Differences(a, detailOf(upside)); found != nil {
		t.Errorf("they differ everywhere: %+v", found)
	}
}
