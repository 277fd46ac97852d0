package app

// The payment provider. A webhook is forged if its signature is not the provider's, replayed if it says what is known,
// unknown if it is about none of our orders, unanswered if the provider could not be asked about it.
var (
	figureCodes    = figure("shanmen_provider_codes_total", "Codes that the payment provider was asked for, by result (made, failed).", "result")
	figureWebhooks = figure("shanmen_provider_webhooks_total", "Webhooks, by what became of them (looked, replayed, unknown, forged, unanswered).", "result")
	figureUnlisted = figure("shanmen_provider_payments_missing_total", "Payments that only the daily comparison with the provider found.")
)

func (a *App) providerFigures(tell emit) {
	if !a.PayRequests.Confirms() {
		return
	}
	c := a.PayRequests.Counts()
	tell(figureCodes, float64(c.Made), "made")
	tell(figureCodes, float64(c.Failed), "failed")
	for result, n := range map[string]uint64{"looked": c.Looked, "replayed": c.Replayed, "unknown": c.Unknown, "forged": c.Forged, "unanswered": c.Unanswered} {
		tell(figureWebhooks, float64(n), result)
	}
	tell(figureUnlisted, float64(c.Missing))
}
