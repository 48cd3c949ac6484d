<?php

declare(strict_types=1);

namespace Cascade;

/** Ids whose claim begins a transaction: if its commit fails, what the handler wrote is lost, too, and must come again. */
interface TransactionIds extends Ids {}
