<?php

// What the tests run: `vectors FILE` prints the names of the vectors that are accepted.
require __DIR__ . '/receiver.php';

foreach (json_decode(file_get_contents($argv[2]), true)['vectors'] as $vector) {
    $body = $vector['bodyEncoding'] === 'utf8' ? $vector['body'] : base64_decode($vector['body'], true);
    $signature = array_change_key_case($vector['headers'])['x-cl-signature'] ?? '';
    if (verify($body, $signature, $vector['secrets'], $vector['now'], $vector['toleranceSeconds'])) {
        echo $vector['name'], "\n";
    }
}
