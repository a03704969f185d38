import api.apis.AssetsApi
import api.apis.FilesApi
import api.apis.ImportsApi
import api.apis.JobsApi
import api.apis.ProductsApi
import api.apis.WebhooksApi
import api.infrastructure.ApiClient
import api.infrastructure.ClientError
import api.infrastructure.ClientException
import api.infrastructure.Serializer
import api.infrastructure.Success
import api.models.BulkItem
import api.models.BulkRequest
import api.models.Error
import api.models.Job
import api.models.JobStatus
import api.models.Product
import api.models.ProductCreate
import api.models.ProductInput
import api.models.SubscriptionName
import api.models.WebhookCreate
import java.io.File
import java.security.MessageDigest

/** Calls the API with the client that openapi-generator wrote into api. */
fun main(arguments: Array<String>) {
    val (base, key, files) = arguments
    ApiClient.accessToken = key
    val products = ProductsApi(base)

    val create = ProductCreate(sku = "LAMP", name = "Desk lamp", price = 1234567.89, weight = 0.1, length = 99999999.9999)
    val created = products.productsCreateWithHttpInfo(create, idempotencyKey = "lamp") as Success
    report("create", mapOf("status" to created.statusCode) + numbers(created.data!!.data))

    val read = products.productsGetWithHttpInfo("LAMP", null, null, null) as Success
    val etag = read.headers.getValue("etag").single()
    report("get", mapOf("etag" to etag) + numbers(read.data!!.data))

    val unchanged = products.productsGetWithHttpInfo("LAMP", null, null, ifNoneMatch = etag)
    report("notModified", mapOf("status" to unchanged.statusCode))

    val patched = products.productsPatch("LAMP", ProductInput(price = 0.1), ifMatch = etag).data
    report("patch", mapOf("version" to patched.version, "price" to patched.price))

    val stale = failureOf { products.productsPatch("LAMP", ProductInput(price = 0.1), ifMatch = etag) }
    report("stale", mapOf("status" to stale.statusCode, "code" to errorOf(stale).error.code))

    val invalid = failureOf { products.productsCreate(ProductCreate(sku = "INVALID", gtin = "4006381333932")) }
    val problem = errorOf(invalid).error
    report(
        "invalid",
        mapOf("status" to invalid.statusCode, "code" to problem.code, "fields" to problem.details!!.fieldErrors!!.keys),
    )

    val items = listOf(
        BulkItem(sku = "BULK-1", name = "One", price = 0.1),
        BulkItem(sku = "BULK-2", name = "Two", price = 1234567.89),
        BulkItem(sku = "BULK-3", name = "Three", price = 99999999.9999),
        BulkItem(sku = "BULK-4", gtin = "4006381333932"),
    )
    val results = products.productsBulk(BulkRequest(items)).data.results
    report("bulk", mapOf("statuses" to results.map { it.status.value }, "code" to results[3].error!!.code))

    val skus = mutableListOf<String>()
    var pages = 0
    var cursor: String? = null
    do {
        val page = products.productsList(
            sku = listOf("LAMP", "BULK-1", "BULK-2", "BULK-3"),
            sort = ProductsApi.SortProductsList.skuColonAsc,
            limit = 2,
            cursor = cursor,
        )
        skus += page.data.map { it.sku }
        cursor = page.pagination.nextCursor
        pages += 1
    } while (cursor != null)
    report("list", mapOf("skus" to skus, "pages" to pages))

    val asset = AssetsApi(base).assetsCreate(File(files, "pixel.png"), altText = "One pixel").data
    report("upload", mapOf("mimeType" to asset.mimeType, "altText" to asset.altText))

    val file = FilesApi(base).filesGet(asset.url.substringAfterLast('/'))
    val hash = MessageDigest.getInstance("SHA-256").digest(file.readBytes())
    report("download", mapOf("sha256" to hash.joinToString("") { "%02x".format(it) }))

    val jobId = ImportsApi(base).importsCreate(File(files, "products.csv")).data.jobId
    val job = await(JobsApi(base), jobId)
    report("import", mapOf("status" to job.status.value, "errorCount" to job.errorCount))

    val endpoint = WebhookCreate(
        url = java.net.URI("https://hooks.example.com/products"),
        events = listOf(SubscriptionName.productPeriodCreated),
    )
    val webhook = WebhooksApi(base).webhooksCreate(endpoint).data
    report("webhook", mapOf("events" to webhook.events.map { it.value }, "hasSecret" to webhook.secret.isNotEmpty()))
}

/** Reads a job until it has ended. */
private fun await(jobs: JobsApi, id: String): Job {
    while (true) {
        val job = jobs.jobsGet(id).data
        if (job.status != JobStatus.queued && job.status != JobStatus.running) return job
        Thread.sleep(100)
    }
}

/** A response of 4xx is an exception. */
private fun failureOf(call: () -> Any): ClientException = try {
    error("This should have failed: ${call()}")
} catch (exception: ClientException) {
    exception
}

private fun errorOf(failure: ClientException): Error {
    val body = (failure.response as ClientError<*>).body as String
    return Serializer.moshi.adapter(Error::class.java).fromJson(body)!!
}

private fun numbers(product: Product) =
    mapOf("price" to product.price, "weight" to product.weight, "length" to product.length)

private fun report(call: String, saw: Map<String, Any?>) =
    println(Serializer.moshi.adapter(Any::class.java).toJson(mapOf("call" to call) + saw))
