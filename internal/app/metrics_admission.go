package app

import "shanmen/internal/platform/admission"

// Admission to the classes of work.
var (
	figureRunning  = figure("shanmen_admission_running", "Work that has a slot, by class (payments, reading, logins, pictures, papers, exports).", "class")
	figureQueue    = figure("shanmen_admission_waiting", "Work that waits for a slot.", "class")
	figureEntered  = figure("shanmen_admission_entered_total", "Work that got a slot.", "class")
	figureWait     = figure("shanmen_admission_wait_seconds_total", "How long it waited.", "class")
	figureRefused  = figure("shanmen_admission_refused_total", "Work that was refused: at once because the queue was full, or late, after waiting.", "class", "why")
	figureWentAway = figure("shanmen_admission_gone_total", "Work whose visitor left while it waited.", "class")
)

func (a *App) admissionFigures(tell emit) {
	for _, c := range admission.Classes {
		s, class := a.Admission.Gate(c).Stats(), c.String()
		tell(figureRunning, float64(s.Running), class)
		tell(figureQueue, float64(s.Waiting), class)
		tell(figureEntered, float64(s.Entered), class)
		tell(figureWait, s.Waited.Seconds(), class)
		tell(figureRefused, float64(s.Full), class, "full")
		tell(figureRefused, float64(s.Late), class, "late")
		tell(figureWentAway, float64(s.Gone), class)
	}
}
