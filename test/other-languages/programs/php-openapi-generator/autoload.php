<?php

declare(strict_types=1);

// With Composer, require `vendor/autoload.php` instead. This one takes Guzzle from the packages of Debian.
require '/usr/share/php/GuzzleHttp/autoload.php';

spl_autoload_register(static function (string $class): void {
    $path = __DIR__ . '/api/lib/' . str_replace(['ProductContent\\', '\\'], ['', '/'], $class) . '.php';
    if (str_starts_with($class, 'ProductContent\\') && is_file($path)) {
        require $path;
    }
});
