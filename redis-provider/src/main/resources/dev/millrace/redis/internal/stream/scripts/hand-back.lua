-- KEYS stream; ARGV group, consumer, parked consumer, ids; returns how many were the consumer's
local count = 0
for i = 4, #ARGV do
    local row = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1, ARGV[2])
    if row.err then
        return row
    end
    if #row == 1 then
        -- A year of idle time: it never started, so it is due at once whatever gap its count would mean.
        local deliveries = math.max(0, row[1][4] - 1)
        redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[3], 0, ARGV[i], 'IDLE', '31536000000', 'RETRYCOUNT', deliveries, 'JUSTID')
        count = count + 1
    end
end
return count
