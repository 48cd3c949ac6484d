<?php

// The round trip of `npm run trials -- interop`, by the client that OpenAPI Generator wrote for PHP.

declare(strict_types=1);

use Cascade\Api\CallbacksApi;
use Cascade\Api\HistoryApi;
use Cascade\Api\MessagesApi;
use Cascade\ApiException;
use Cascade\Configuration;
use Cascade\Model\CallbackRegistration;
use Cascade\Model\MessageHistory;
use Cascade\Model\MessageHistoryRequest;
use Cascade\Model\Problem;
use Cascade\Model\SchedulingRequest;
use Cascade\Model\SchedulingResult;
use Cascade\Model\StatusEvent;
use Cascade\ObjectSerializer;

require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/api/lib' . strtr(substr($class, strlen('Cascade')), '\\', '/') . '.php';
    if (str_starts_with($class, 'Cascade\\') && is_file($file)) {
        require $file;
    }
});

function send(stdClass $step): array
{
    $configuration = (new Configuration())->setHost($step->url)->setApiKey('x-api-key', 'demo-key');
    $messages = new MessagesApi(config: $configuration);
    $history = new HistoryApi(config: $configuration);
    $callbacks = new CallbacksApi(config: $configuration);
    [$model, $call] = match ($step->operation) {
        'schedule' => [SchedulingRequest::class, $messages->scheduleMessageWithHttpInfo(...)],
        'setCallback' => [CallbackRegistration::class, $callbacks->setCallbackWithHttpInfo(...)],
        'history' => [MessageHistoryRequest::class, $history->listMessagesWithHttpInfo(...)],
    };
    try {
        [$result, $status] = $call(ObjectSerializer::deserialize($step->body, $model));
    } catch (ApiException $error) {
        $problem = ObjectSerializer::deserialize($error->getResponseBody(), Problem::class);
        return ['status' => $error->getCode(), 'title' => $problem->getTitle()];
    }
    return [
        'status' => $status,
        'requestId' => $result instanceof SchedulingResult ? $result->getRequestId() : null,
        'entries' => $result instanceof MessageHistory ? count($result->getContent()) : null,
    ];
}

function decode(stdClass $step): array
{
    $event = ObjectSerializer::deserialize($step->body, StatusEvent::class);
    return ['requestId' => $event->getRequestId(), 'status' => $event->getStatus(), 'error' => $event->getError()];
}

foreach (json_decode(file_get_contents($argv[1])) as $step) {
    try {
        $saw = $step->operation === 'decode' ? decode($step) : send($step);
    } catch (Throwable $error) {
        $saw = ['failed' => substr((string) $error, 0, 300)];
    }
    echo json_encode(['step' => $step->name, 'saw' => $saw]), "\n";
}
