// What the tests run: `vectors FILE` prints the names of those accepted, `serve SECRET` prints the port.
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
)

type vector struct {
	Name             string
	Secrets          []string
	Body             string
	BodyEncoding     string
	Headers          map[string]string
	Now              int64
	ToleranceSeconds int64
}

func vectors(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var file struct{ Vectors []vector }
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	for _, v := range file.Vectors {
		body := []byte(v.Body)
		if v.BodyEncoding == "base64" {
			if body, err = base64.StdEncoding.DecodeString(v.Body); err != nil {
				return err
			}
		}
		signature := ""
		for name, value := range v.Headers {
			if strings.EqualFold(name, "X-CL-Signature") {
				signature = value
			}
		}
		if Verify(body, signature, v.Secrets, v.Now, v.ToleranceSeconds) {
			fmt.Println(v.Name)
		}
	}
	return nil
}

func serve(secret string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	return http.Serve(listener, Receive([]string{secret}, func([]byte) error { return nil }))
}

func main() {
	run := map[string]func(string) error{"vectors": vectors, "serve": serve}[os.Args[1]]
	if err := run(os.Args[2]); err != nil {
		log.Fatal(err)
	}
}
