-- A plain XCLAIM with min-idle 0 has two winners, and knows no owner.
-- KEYS stream; ARGV group, consumer, id, owner expected, min idle, deliveries
local row = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[3], ARGV[3], 1, ARGV[4])
if row.err then
    return row
end
if #row == 0 or row[1][3] < tonumber(ARGV[5]) then
    return {'LOST'}
end
local entry = redis.call('XRANGE', KEYS[1], ARGV[3], ARGV[3])
if #entry == 0 then
    redis.call('XACK', KEYS[1], ARGV[1], ARGV[3])
    return {'GONE'}
end
redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[3], 'RETRYCOUNT', ARGV[6], 'JUSTID')
return {'TAKEN', entry[1][2]}
