<?php

// Calls the API with the client that openapi-generator wrote into api.

declare(strict_types=1);

use GuzzleHttp\Client;
use ProductContent\Api\AssetsApi;
use ProductContent\Api\FilesApi;
use ProductContent\Api\ImportsApi;
use ProductContent\Api\JobsApi;
use ProductContent\Api\ProductsApi;
use ProductContent\Api\WebhooksApi;
use ProductContent\ApiException;
use ProductContent\Configuration;
use ProductContent\Model\BulkItem;
use ProductContent\Model\BulkRequest;
use ProductContent\Model\Error;
use ProductContent\Model\Job;
use ProductContent\Model\JobStatus;
use ProductContent\Model\Product;
use ProductContent\Model\ProductCreate;
use ProductContent\Model\ProductInput;
use ProductContent\Model\SubscriptionName;
use ProductContent\Model\WebhookCreate;

require __DIR__ . '/autoload.php';

[, $base, $key, $files] = $argv;
$configuration = (new Configuration())->setHost($base)->setAccessToken($key);
$http = new Client();
$products = new ProductsApi($http, $configuration);

$create = new ProductCreate([
    'sku' => 'LAMP', 'name' => 'Desk lamp', 'price' => 1234567.89, 'weight' => 0.1, 'length' => 99999999.9999,
]);
[$created, $status] = $products->productsCreateWithHttpInfo($create, idempotency_key: 'lamp');
report('create', ['status' => $status, ...numbers($created->getData())]);

[$read, , $headers] = $products->productsGetWithHttpInfo('LAMP');
$etag = $headers['ETag'][0];
report('get', ['etag' => $etag, ...numbers($read->getData())]);

$unchanged = failureOf(fn () => $products->productsGet('LAMP', if_none_match: $etag));
report('notModified', ['status' => $unchanged->getCode()]);

$patch = new ProductInput(['price' => 0.1]);
$patched = $products->productsPatch('LAMP', $patch, if_match: $etag)->getData();
report('patch', ['version' => $patched->getVersion(), 'price' => $patched->getPrice()]);

$stale = failureOf(fn () => $products->productsPatch('LAMP', $patch, if_match: $etag));
report('stale', ['status' => $stale->getCode(), 'code' => errorOf($stale)->getError()->getCode()]);

$wrong = new ProductCreate(['sku' => 'INVALID', 'gtin' => '4006381333932']);
$invalid = failureOf(fn () => $products->productsCreate($wrong));
$problem = errorOf($invalid)->getError();
report('invalid', [
    'status' => $invalid->getCode(),
    'code' => $problem->getCode(),
    'fields' => array_keys($problem->getDetails()->getFieldErrors()),
]);

$items = [
    new BulkItem(['sku' => 'BULK-1', 'name' => 'One', 'price' => 0.1]),
    new BulkItem(['sku' => 'BULK-2', 'name' => 'Two', 'price' => 1234567.89]),
    new BulkItem(['sku' => 'BULK-3', 'name' => 'Three', 'price' => 99999999.9999]),
    new BulkItem(['sku' => 'BULK-4', 'gtin' => '4006381333932']),
];
$results = $products->productsBulk(new BulkRequest(['items' => $items]))->getData()->getResults();
report('bulk', [
    'statuses' => array_map(fn ($result) => $result->getStatus(), $results),
    'code' => $results[3]->getError()->getCode(),
]);

$skus = [];
$pages = 0;
$cursor = null;
do {
    $page = $products->productsList(
        sku: ['LAMP', 'BULK-1', 'BULK-2', 'BULK-3'],
        sort: 'sku:asc',
        limit: 2,
        cursor: $cursor,
    );
    array_push($skus, ...array_map(fn ($product) => $product->getSku(), $page->getData()));
    $cursor = $page->getPagination()->getNextCursor();
    $pages += 1;
} while ($cursor !== null);
report('list', ['skus' => $skus, 'pages' => $pages]);

$pixel = new SplFileObject("$files/pixel.png");
$asset = (new AssetsApi($http, $configuration))->assetsCreate($pixel, alt_text: 'One pixel')->getData();
report('upload', ['mimeType' => $asset->getMimeType(), 'altText' => $asset->getAltText()]);

$file = (new FilesApi($http, $configuration))->filesGet(basename($asset->getUrl()));
report('download', ['sha256' => hash_file('sha256', $file->getPathname())]);

$rows = new SplFileObject("$files/products.csv");
$jobId = (new ImportsApi($http, $configuration))->importsCreate($rows)->getData()->getJobId();
$job = await(new JobsApi($http, $configuration), $jobId);
report('import', ['status' => $job->getStatus(), 'errorCount' => $job->getErrorCount()]);

$webhook = (new WebhooksApi($http, $configuration))->webhooksCreate(new WebhookCreate([
    'url' => 'https://hooks.example.com/products',
    'events' => [SubscriptionName::PRODUCT_CREATED],
]))->getData();
report('webhook', ['events' => $webhook->getEvents(), 'hasSecret' => $webhook->getSecret() !== '']);

/** Reads a job until it has ended. */
function await(JobsApi $jobs, string $id): Job
{
    do {
        usleep(100_000);
        $job = $jobs->jobsGet($id)->getData();
    } while (in_array($job->getStatus(), [JobStatus::QUEUED, JobStatus::RUNNING], true));
    return $job;
}

/** A response other than 2xx is an exception. */
function failureOf(callable $call): ApiException
{
    try {
        $call();
    } catch (ApiException $exception) {
        return $exception;
    }
    throw new LogicException('This should have failed.');
}

function errorOf(ApiException $failure): Error
{
    return $failure->getResponseObject();
}

function numbers(Product $product): array
{
    return ['price' => $product->getPrice(), 'weight' => $product->getWeight(), 'length' => $product->getLength()];
}

function report(string $call, array $saw): void
{
    echo json_encode(['call' => $call, ...$saw], JSON_THROW_ON_ERROR), "\n";
}
