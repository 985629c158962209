package dev.millrace.redis.internal.policy;

import java.time.Duration;

/**
 * One row of XPENDING: an entry that was delivered and not acked.
 *
 * @param consumer who owns it
 * @param idle how long since its delivery, its last renewal, or the stamp of its failure
 * @param deliveries how often it was delivered; 0 where it was handed back before its first start
 */
public record PendingRow(String id, String consumer, Duration idle, int deliveries) {}
