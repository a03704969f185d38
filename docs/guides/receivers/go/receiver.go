package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var digits = regexp.MustCompile(`^[0-9]{1,15}$`)

// Verify reports whether one of the secrets signed these raw bytes within the tolerance (seconds).
func Verify(body []byte, signature string, secrets []string, now int64, tolerance int64) bool {
	var times []string
	var candidates [][]byte
	for _, part := range strings.Split(signature, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch key {
		case "t":
			times = append(times, value)
		case "v1":
			if decoded, err := hex.DecodeString(value); err == nil {
				candidates = append(candidates, decoded)
			}
		}
	}
	if len(times) != 1 || !digits.MatchString(times[0]) {
		return false
	}
	matches := 0
	for _, secret := range secrets {
		if secret == "" {
			panic("A webhook secret is not set.")
		}
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(times[0] + "."))
		mac.Write(body)
		expected := mac.Sum(nil)
		for _, candidate := range candidates {
			if hmac.Equal(expected, candidate) {
				matches++
			}
		}
	}
	t, _ := strconv.ParseInt(times[0], 10, 64)
	return matches > 0 && max(now-t, t-now) <= tolerance
}

// Receive handles webhooks. onEvent puts the event in a queue, unless its id is there already.
func Receive(secrets []string, onEvent func(body []byte) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 4<<20))
		if err != nil || !Verify(body, r.Header.Get("X-CL-Signature"), secrets, time.Now().Unix(), 300) {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		if err := onEvent(body); err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}
}
