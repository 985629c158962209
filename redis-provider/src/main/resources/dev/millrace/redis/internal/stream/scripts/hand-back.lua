-- KEYS stream; ARGV group, consumer, parked consumer, id
local row = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[4], ARGV[4], 1, ARGV[2])
if row.err then
    return row
end
if #row == 0 then
    return 0
end
-- A year of idle time: it never started, so it is due at once whatever gap its count would mean.
local deliveries = math.max(0, row[1][4] - 1)
redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[3], 0, ARGV[4], 'IDLE', '31536000000', 'RETRYCOUNT', deliveries, 'JUSTID')
return 1
