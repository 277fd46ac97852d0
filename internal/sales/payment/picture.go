package payment

// Picture is one receipt image of a payment.
type Picture struct {
	ID     string `json:"id"`
	URL    string `json:"url"`
	Width  int64  `json:"width"`
	Height int64  `json:"height"`
}

// PictureOf is an image with its size in pixels and its office address.
func PictureOf(imageID string, width, height int64) Picture {
	return Picture{imageID, PictureURL(imageID), width, height}
}

// PictureURL is the office's address of an image.
func PictureURL(imageID string) string { return "/api/admin/receipt-image/" + imageID }
