<?php

/** True when one of the secrets signed these raw bytes within the tolerance (seconds). */
function verify(string $body, string $signature, array $secrets, ?int $now = null, int $tolerance = 300): bool
{
    if (!$secrets || in_array('', $secrets, true)) {
        throw new InvalidArgumentException('A webhook secret is not set.');
    }
    $times = $candidates = [];
    foreach (explode(',', $signature) as $part) {
        [$key, $value] = explode('=', trim($part), 2) + [1 => ''];
        if ($key === 't') $times[] = $value;
        if ($key === 'v1') $candidates[] = strtolower($value);
    }
    if (count($times) !== 1 || !preg_match('/\A[0-9]{1,15}\z/', $times[0])) {
        return false;
    }
    $matches = 0;
    foreach ($secrets as $secret) {
        $expected = hash_hmac('sha256', $times[0] . '.' . $body, $secret);
        foreach ($candidates as $candidate) $matches += (int) hash_equals($expected, $candidate);
    }
    return $matches > 0 && abs(($now ?? time()) - (int) $times[0]) <= $tolerance;
}

function receive(array $secrets, callable $onEvent): void
{
    $body = file_get_contents('php://input');
    if (!verify($body, $_SERVER['HTTP_X_CL_SIGNATURE'] ?? '', $secrets)) {
        http_response_code(403);
        return;
    }
    $onEvent(json_decode($body, true, flags: JSON_THROW_ON_ERROR));
    http_response_code(204);
}
