<?php

declare(strict_types=1);

namespace Cascade;

/** A refusal (RFC 9457): the message is not scheduled. Its message has the code, the detail, the status and the request id. */
final class Refused extends CascadeException
{
    private const VIOLATION =
        '/\[\s*cascadeTemplateId:([\d,]+)\s*;(?:\s*stageUuid:([^;\]]*?)\s*;)?'
            . '\s*(?:contentChannelType|channelType):([^;\]]*?)\s*\]/';

    /** Null if the code is of a later version: then `title` tells. A `match` over it is checked to be exhaustive. */
    public readonly ?ProblemCode $problem;

    /** What the catalogue says of the code; null if it is not listed. */
    public readonly ?Facts $facts;

    public function __construct(
        ?string $requestId,
        public readonly int $status,
        public readonly string $title,
        public readonly ?string $detail,
    ) {
        $this->problem = ProblemCode::of($title);
        $this->facts = $this->problem?->facts();
        $parts = array_filter([rtrim($detail ?? '', '.'), $this->facts->fix ?? '']);
        $says = $parts === [] ? 'not listed in this version of the contract' : implode('. ', $parts);
        $request = $requestId === null ? '' : ", request {$requestId}";
        parent::__construct($requestId, "{$title}: {$says} (status {$status}{$request})");
    }

    /** @return list<Violation> what `detail` of the validation error lists (§7.3), in its order */
    public function violations(): array
    {
        $matches = [];
        preg_match_all(self::VIOLATION, $this->detail ?? '', $matches, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL);
        return array_map(
            static fn(array $match): Violation => new Violation(
                (int) str_replace(',', '', $match[1] ?? ''),
                $match[3] ?? '',
                $match[2] ?? null,
            ),
            $matches,
        );
    }
}
