// Calls the API with the client that oapi-codegen wrote into api.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"example.com/calls/api"
)

func main() {
	baseURL, key, files := os.Args[1], os.Args[2], os.Args[3]
	client, err := api.NewClientWithResponses(baseURL, api.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+key)
			return nil
		}))
	check(err)
	ctx := context.Background()

	created, err := client.ProductsCreateWithResponse(ctx,
		&api.ProductsCreateParams{IdempotencyKey: new("lamp")},
		api.ProductCreate{Sku: "LAMP", Name: new("Desk lamp"), Price: new(1234567.89), Weight: new(0.1), Length: new(99999999.9999)})
	check(err)
	lamp := created.JSON201.Data
	report("create", values{"status": created.StatusCode(), "price": lamp.Price, "weight": lamp.Weight, "length": lamp.Length})

	read, err := client.ProductsGetWithResponse(ctx, "LAMP", &api.ProductsGetParams{})
	check(err)
	lamp = read.JSON200.Data
	etag := read.HTTPResponse.Header.Get("ETag")
	report("get", values{"etag": etag, "price": lamp.Price, "weight": lamp.Weight, "length": lamp.Length})

	unchanged, err := client.ProductsGetWithResponse(ctx, "LAMP", &api.ProductsGetParams{IfNoneMatch: &etag})
	check(err)
	report("notModified", values{"status": unchanged.StatusCode()})

	patched, err := client.ProductsPatchWithResponse(ctx, "LAMP",
		&api.ProductsPatchParams{IfMatch: &etag}, api.ProductInput{Price: new(0.1)})
	check(err)
	report("patch", values{"version": patched.JSON200.Data.Version, "price": patched.JSON200.Data.Price})

	stale, err := client.ProductsPatchWithResponse(ctx, "LAMP",
		&api.ProductsPatchParams{IfMatch: &etag}, api.ProductInput{Price: new(5.0)})
	check(err)
	report("stale", values{"status": stale.StatusCode(), "code": stale.JSON412.Error.Code})

	invalid, err := client.ProductsCreateWithResponse(ctx, &api.ProductsCreateParams{},
		api.ProductCreate{Sku: "INVALID", Gtin: new("4006381333932")})
	check(err)
	problem := invalid.JSON422.Error
	report("invalid", values{"status": invalid.StatusCode(), "code": problem.Code,
		"fields": slices.Sorted(maps.Keys(*problem.Details.FieldErrors))})

	bulk, err := client.ProductsBulkWithResponse(ctx, &api.ProductsBulkParams{}, api.BulkRequest{Items: []api.BulkItem{
		{Sku: "BULK-1", Name: new("One"), Price: new(0.1)},
		{Sku: "BULK-2", Name: new("Two"), Price: new(1234567.89)},
		{Sku: "BULK-3", Name: new("Three"), Price: new(99999999.9999)},
		{Sku: "BULK-4", Gtin: new("4006381333932")},
	}})
	check(err)
	results := bulk.JSON200.Data.Results
	statuses := make([]string, len(results))
	for i, result := range results {
		statuses[i] = string(result.Status)
	}
	report("bulk", values{"statuses": statuses, "code": results[3].Error.Code})

	var skus []string
	pages := 0
	query := api.ProductsListParams{Sku: &[]string{"LAMP", "BULK-1", "BULK-2", "BULK-3"}, Sort: new(api.ProductsListParamsSortSkuAsc), Limit: new(int32(2))}
	for {
		page, err := client.ProductsListWithResponse(ctx, &query)
		check(err)
		pages++
		for _, product := range page.JSON200.Data {
			skus = append(skus, product.Sku)
		}
		if query.Cursor = page.JSON200.Pagination.NextCursor; query.Cursor == nil {
			break
		}
	}
	report("list", values{"skus": skus, "pages": pages})

	contentType, form := newForm(filepath.Join(files, "pixel.png"), "image/png", map[string]string{"altText": "One pixel"})
	uploaded, err := client.AssetsCreateWithBodyWithResponse(ctx, &api.AssetsCreateParams{}, contentType, form)
	check(err)
	asset := uploaded.JSON201.Data
	report("upload", values{"mimeType": asset.MimeType, "altText": asset.AltText})

	file, err := client.FilesGetWithResponse(ctx, path.Base(asset.Url), &api.FilesGetParams{})
	check(err)
	sum := sha256.Sum256(file.Body)
	report("download", values{"sha256": hex.EncodeToString(sum[:])})

	contentType, form = newForm(filepath.Join(files, "products.csv"), "text/csv", nil)
	accepted, err := client.ImportsCreateWithBodyWithResponse(ctx, &api.ImportsCreateParams{}, contentType, form)
	check(err)
	job := awaitJob(ctx, client, accepted.JSON202.Data.JobId)
	report("import", values{"status": job.Status, "errorCount": job.ErrorCount})

	webhook, err := client.WebhooksCreateWithResponse(ctx, &api.WebhooksCreateParams{}, api.WebhookCreate{
		Url: "https://hooks.example.com/products", Events: []api.SubscriptionName{"product.created"}})
	check(err)
	report("webhook", values{"events": webhook.JSON201.Data.Events, "hasSecret": webhook.JSON201.Data.Secret != ""})
}

// awaitJob reads a job until it has ended.
func awaitJob(ctx context.Context, client *api.ClientWithResponses, id string) api.Job {
	for {
		response, err := client.JobsGetWithResponse(ctx, id)
		check(err)
		job := response.JSON200.Data
		if job.Status != api.JobStatusQueued && job.Status != api.JobStatusRunning {
			return job
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// newForm returns a form with a file, and its Content-Type.
func newForm(name, mediaType string, fields map[string]string) (string, io.Reader) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for field, value := range fields {
		check(form.WriteField(field, value))
	}
	part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name="file"; filename=%q`, filepath.Base(name))},
		"Content-Type":        {mediaType},
	})
	check(err)
	content, err := os.ReadFile(name)
	check(err)
	_, err = part.Write(content)
	check(err)
	check(form.Close())
	return form.FormDataContentType(), &body
}

type values map[string]any

func report(call string, saw values) {
	rest, err := json.Marshal(saw)
	check(err)
	fmt.Printf("{\"call\":%q,%s\n", call, rest[1:])
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
