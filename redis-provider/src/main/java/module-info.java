/** The broker for production: Redis Streams through Jedis. */
module dev.millrace.redis {
    requires transitive dev.millrace;
    requires static transitive org.jspecify;
    requires redis.clients.jedis;

    exports dev.millrace.redis;

    provides dev.millrace.spi.BrokerProvider with
            dev.millrace.redis.RedisBrokerProvider;
}
