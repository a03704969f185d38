import api.ApiClient;
import api.ApiException;
import api.AssetsApi;
import api.FilesApi;
import api.ImportsApi;
import api.JSON;
import api.JobsApi;
import api.ProductsApi;
import api.WebhooksApi;
import api.model.BulkItem;
import api.model.BulkItemResult;
import api.model.BulkRequest;
import api.model.Error;
import api.model.Job;
import api.model.JobStatus;
import api.model.Product;
import api.model.ProductCreate;
import api.model.ProductInput;
import api.model.WebhookCreate;
import api.model.SubscriptionName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls the API with the client that openapi-generator wrote into api. */
public final class Calls {
  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient();
    client.setBasePath(arguments[0]);
    client.setBearerToken(arguments[1]);
    var files = Path.of(arguments[2]);
    var products = new ProductsApi(client);

    var create = new ProductCreate().sku("LAMP").name("Desk lamp").price(1234567.89).weight(0.1).length(99999999.9999);
    var created = products.productsCreate(create).idempotencyKey("lamp").executeWithHttpInfo();
    report("create", numbers(Map.of("status", created.getStatusCode()), created.getData().getData()));

    var read = products.productsGet("LAMP").executeWithHttpInfo();
    var etag = read.getHeaders().get("etag").get(0);
    report("get", numbers(Map.of("etag", etag), read.getData().getData()));

    var unchanged = failureOf(() -> products.productsGet("LAMP").ifNoneMatch(etag).execute());
    report("notModified", Map.of("status", unchanged.getCode()));

    var patch = new ProductInput().price(0.1);
    var patched = products.productsPatch("LAMP", patch).ifMatch(etag).execute().getData();
    report("patch", Map.of("version", patched.getVersion(), "price", patched.getPrice()));

    var stale = failureOf(() -> products.productsPatch("LAMP", patch).ifMatch(etag).execute());
    report("stale", Map.of("status", stale.getCode(), "code", errorOf(stale).getError().getCode()));

    var wrong = new ProductCreate().sku("INVALID").gtin("4006381333932");
    var invalid = failureOf(() -> products.productsCreate(wrong).execute());
    var problem = errorOf(invalid).getError();
    report("invalid", Map.of(
        "status", invalid.getCode(),
        "code", problem.getCode(),
        "fields", problem.getDetails().getFieldErrors().keySet()));

    var items = List.of(
        new BulkItem().sku("BULK-1").name("One").price(0.1),
        new BulkItem().sku("BULK-2").name("Two").price(1234567.89),
        new BulkItem().sku("BULK-3").name("Three").price(99999999.9999),
        new BulkItem().sku("BULK-4").gtin("4006381333932"));
    var results = products.productsBulk(new BulkRequest().items(items)).execute().getData().getResults();
    report("bulk", Map.of(
        "statuses", results.stream().map(BulkItemResult::getStatus).toList(),
        "code", results.get(3).getError().getCode()));

    var skus = new ArrayList<String>();
    var pages = 0;
    String cursor = null;
    do {
      var page = products.productsList()
          .sku(List.of("LAMP", "BULK-1", "BULK-2", "BULK-3")).sort("sku:asc").limit(2).cursor(cursor).execute();
      page.getData().forEach(product -> skus.add(product.getSku()));
      cursor = page.getPagination().getNextCursor();
      pages += 1;
    } while (cursor != null);
    report("list", Map.of("skus", skus, "pages", pages));

    var pixel = files.resolve("pixel.png").toFile();
    var asset = new AssetsApi(client).assetsCreate(pixel).altText("One pixel").execute().getData();
    report("upload", Map.of("mimeType", asset.getMimeType(), "altText", asset.getAltText()));

    var name = asset.getUrl().substring(asset.getUrl().lastIndexOf('/') + 1);
    var file = new FilesApi(client).filesGet(name).execute();
    var hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file.toPath()));
    report("download", Map.of("sha256", HexFormat.of().formatHex(hash)));

    var rows = files.resolve("products.csv").toFile();
    var jobId = new ImportsApi(client).importsCreate(rows).execute().getData().getJobId();
    var job = await(new JobsApi(client), jobId);
    report("import", Map.of("status", job.getStatus(), "errorCount", job.getErrorCount()));

    var webhook = new WebhooksApi(client).webhooksCreate(new WebhookCreate()
        .url(java.net.URI.create("https://hooks.example.com/products"))
        .events(List.of(SubscriptionName.PRODUCT_CREATED))).execute().getData();
    report("webhook", Map.of("events", webhook.getEvents(), "hasSecret", !webhook.getSecret().isEmpty()));
  }

  /** Reads a job until it has ended. */
  private static Job await(JobsApi jobs, String id) throws Exception {
    while (true) {
      var job = jobs.jobsGet(id).execute().getData();
      if (job.getStatus() != JobStatus.QUEUED && job.getStatus() != JobStatus.RUNNING) return job;
      Thread.sleep(100);
    }
  }

  private interface Call {
    Object run() throws ApiException;
  }

  /** A response other than 2xx is an exception. */
  private static ApiException failureOf(Call call) {
    try {
      throw new IllegalStateException("This should have failed: " + call.run());
    } catch (ApiException exception) {
      return exception;
    }
  }

  private static Error errorOf(ApiException exception) throws Exception {
    return Error.fromJson(exception.getResponseBody());
  }

  private static Map<String, Object> numbers(Map<String, Object> first, Product product) {
    var saw = new LinkedHashMap<>(first);
    saw.put("price", product.getPrice());
    saw.put("weight", product.getWeight());
    saw.put("length", product.getLength());
    return saw;
  }

  private static void report(String call, Map<String, Object> saw) throws Exception {
    var line = new LinkedHashMap<String, Object>();
    line.put("call", call);
    line.putAll(saw);
    System.out.println(JSON.serialize(line));
  }

  private Calls() {}
}
