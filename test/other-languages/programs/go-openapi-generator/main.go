// Calls the API with the client that openapi-generator wrote into api.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"example.com/calls/api"
)

func main() {
	baseURL, key, files := os.Args[1], os.Args[2], os.Args[3]
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: baseURL}}
	client := api.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), api.ContextAccessToken, key)

	create := api.NewProductCreate("LAMP")
	create.SetName("Desk lamp")
	create.SetPrice(1234567.89)
	create.SetWeight(0.1)
	create.SetLength(99999999.9999)
	created, response, err := client.ProductsAPI.ProductsCreate(ctx).ProductCreate(*create).IdempotencyKey("lamp").Execute()
	check(err)
	lamp := created.Data
	report("create", values{"status": response.StatusCode, "price": lamp.GetPrice(), "weight": lamp.GetWeight(), "length": lamp.GetLength()})

	read, response, err := client.ProductsAPI.ProductsGet(ctx, "LAMP").Execute()
	check(err)
	etag := response.Header.Get("ETag")
	report("get", values{"etag": etag, "price": read.Data.GetPrice(), "weight": read.Data.GetWeight(), "length": read.Data.GetLength()})

	// A 304 comes with an error, as whatever is not 2xx.
	_, response, _ = client.ProductsAPI.ProductsGet(ctx, "LAMP").IfNoneMatch(etag).Execute()
	report("notModified", values{"status": response.StatusCode})

	patch := api.NewProductInput()
	patch.SetPrice(0.1)
	patched, _, err := client.ProductsAPI.ProductsPatch(ctx, "LAMP").ProductInput(*patch).IfMatch(etag).Execute()
	check(err)
	report("patch", values{"version": patched.Data.Version, "price": patched.Data.GetPrice()})

	_, response, err = client.ProductsAPI.ProductsPatch(ctx, "LAMP").ProductInput(*patch).IfMatch(etag).Execute()
	report("stale", values{"status": response.StatusCode, "code": failure(err).Code})

	wrong := api.NewProductCreate("INVALID")
	wrong.SetGtin("4006381333932")
	_, response, err = client.ProductsAPI.ProductsCreate(ctx).ProductCreate(*wrong).Execute()
	problem := failure(err)
	report("invalid", values{"status": response.StatusCode, "code": problem.Code,
		"fields": slices.Sorted(maps.Keys(problem.Details.GetFieldErrors()))})

	items := []api.BulkItem{*api.NewBulkItem("BULK-1"), *api.NewBulkItem("BULK-2"), *api.NewBulkItem("BULK-3"), *api.NewBulkItem("BULK-4")}
	for i, price := range []float64{0.1, 1234567.89, 99999999.9999} {
		items[i].SetName("Lamp")
		items[i].SetPrice(price)
	}
	items[3].SetGtin("4006381333932")
	bulk, _, err := client.ProductsAPI.ProductsBulk(ctx).BulkRequest(*api.NewBulkRequest(items)).Execute()
	check(err)
	var statuses []string
	for _, result := range bulk.Data.Results {
		statuses = append(statuses, string(result.Status))
	}
	report("bulk", values{"statuses": statuses, "code": bulk.Data.Results[3].Error.Code})

	var skus []string
	pages := 0
	list := client.ProductsAPI.ProductsList(ctx).Sku([]string{"LAMP", "BULK-1", "BULK-2", "BULK-3"}).Sort("sku:asc").Limit(2)
	for cursor := new(string); cursor != nil; pages++ {
		if *cursor != "" {
			list = list.Cursor(*cursor)
		}
		page, _, err := list.Execute()
		check(err)
		for _, product := range page.Data {
			skus = append(skus, product.Sku)
		}
		cursor = page.Pagination.NextCursor.Get()
	}
	report("list", values{"skus": skus, "pages": pages})

	pixel, err := os.Open(filepath.Join(files, "pixel.png"))
	check(err)
	uploaded, _, err := client.AssetsAPI.AssetsCreate(ctx).File(pixel).AltText("One pixel").Execute()
	check(err)
	asset := uploaded.Data
	report("upload", values{"mimeType": asset.GetMimeType(), "altText": asset.GetAltText()})

	file, _, err := client.FilesAPI.FilesGet(ctx, path.Base(asset.Url)).Execute()
	check(err)
	content, err := io.ReadAll(file)
	check(err)
	sum := sha256.Sum256(content)
	report("download", values{"sha256": hex.EncodeToString(sum[:])})

	rows, err := os.Open(filepath.Join(files, "products.csv"))
	check(err)
	accepted, _, err := client.ImportsAPI.ImportsCreate(ctx).File(rows).Execute()
	check(err)
	job := awaitJob(ctx, client, accepted.Data.JobId)
	report("import", values{"status": job.Status, "errorCount": job.ErrorCount})

	hook := api.NewWebhookCreate("https://hooks.example.com/products", []api.SubscriptionName{"product.created"})
	webhook, _, err := client.WebhooksAPI.WebhooksCreate(ctx).WebhookCreate(*hook).Execute()
	check(err)
	report("webhook", values{"events": webhook.Data.Events, "hasSecret": webhook.Data.Secret != ""})
}

// awaitJob reads a job until it has ended.
func awaitJob(ctx context.Context, client *api.APIClient, id string) api.Job {
	for {
		response, _, err := client.JobsAPI.JobsGet(ctx, id).Execute()
		check(err)
		if status := response.Data.Status; status != "queued" && status != "running" {
			return response.Data
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// failure returns what the server said was wrong.
func failure(err error) api.ErrorInfo {
	var failed *api.GenericOpenAPIError
	if !errors.As(err, &failed) {
		log.Fatalf("this should have failed: %v", err)
	}
	return failed.Model().(api.Error).Error
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

