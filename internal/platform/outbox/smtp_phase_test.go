package outbox

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wneessen/go-mail"
)

// faultyServer is a mail server that misbehaves in one phase: with an error code, with silence, or by closing the
// connection.
func faultyServer(t *testing.T, phase, answer string) (host string, port int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	ended := make(chan struct{})
	t.Cleanup(func() { close(ended) })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = conn.Close() }()
				in := bufio.NewScanner(conn)
				says := func(at, usual string) bool {
					switch {
					case at != phase:
						fmt.Fprintf(conn, "%s\r\n", usual)
					case answer == "silence":
						<-ended
						return false
					case answer == "hang up":
						return false
					default:
						fmt.Fprintf(conn, "%s\r\n", answer)
						return !strings.HasPrefix(answer, "421")
					}
					return true
				}
				if !says("greeting", "220 temple") {
					return
				}
				body := false
				for in.Scan() {
					verb, _, _ := strings.Cut(strings.ToUpper(in.Text()), " ")
					at, usual := verb, "250 2.0.0 ok"
					switch {
					case body && in.Text() != ".":
						if phase == "within" && !says("within", "") {
							return
						}
						continue
					case body:
						at, body = "end", false
					case verb == "EHLO":
						usual = "250-temple\r\n250 ENHANCEDSTATUSCODES"
					case verb == "DATA":
						usual, body = "354 go on", phase != "DATA"
					case verb == "QUIT":
						usual = "221 2.0.0 bye"
					}
					if !says(at, usual) || verb == "QUIT" {
						return
					}
				}
			}()
		}
	}()
	host, number, _ := net.SplitHostPort(l.Addr().String())
	port, _ = strconv.Atoi(number)
	return host, port
}

// The server's response in each phase, or its silence, decides about the mail: an accepted mail is never sent again,
// only a refusal of its own recipient counts as a failure, and greylisting is waited out.
func TestSMTPFailuresInEachPhaseAreHandled(t *testing.T) {
	t.Parallel()
	phases := []string{"greeting", "EHLO", "MAIL", "RCPT", "DATA", "within", "end", "RSET", "QUIT"}
	for _, phase := range phases {
		for _, answer := range []string{"421 4.3.2 closing", "450 4.2.0 greylisted", "451 4.7.1 greylisted", "451 later", "550 5.1.1 no such user", "550 5.7.1 greylisted", "550 no", "554 5.3.0 no", "hang up", "silence"} {
			if phase == "within" && answer != "hang up" && answer != "silence" {
				continue // no response in the middle of a mail
			}
			t.Run(phase+": "+answer, func(t *testing.T) {
				t.Parallel()
				host, port := faultyServer(t, phase, answer)
				m := mailerTo(t, "smtp://127.0.0.1:25")
				m.Transport = &SMTP{client: func() (*mail.Client, error) {
					return mail.NewClient(host, mail.WithPort(port), mail.WithTLSPolicy(mail.TLSOpportunistic), mail.WithTimeout(time.Second))
				}}
				err := m.Handle(t.Context(), "job-1", receiptMail("devotee@example.sg"))
				var refused refusedError
				var closed closedError
				var dead permanentError
				open := answer != "hang up" && answer != "silence" && !strings.HasPrefix(answer, "421")
				taken := phase == "RSET" || phase == "QUIT" || phase == "EHLO" && open // then HELO follows
				if taken != (err == nil) {
					t.Errorf("taken must be %v: %v", taken, err)
				}
				permanent := answer[0] == '5'
				wantRefused := phase == "RCPT" && permanent && !strings.Contains(answer, "5.7.") && !strings.Contains(answer, "5.3.")
				if errors.As(err, &refused) != wantRefused || errors.As(err, &dead) {
					t.Errorf("refused must be %v: %v", wantRefused, err)
				}
				wantClosed := permanent && (phase == "greeting" || phase == "MAIL")
				if errors.As(err, &closed) != wantClosed {
					t.Errorf("closed must be %v: %v", wantClosed, err)
				}
				if err != nil && strings.Contains(err.Error(), "devotee") {
					t.Errorf("the log would name the recipient: %v", err)
				}
			})
		}
	}
}
