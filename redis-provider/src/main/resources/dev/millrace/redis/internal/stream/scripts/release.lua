-- KEYS stream; ARGV group, consumer, parked consumer, where to begin, ids to keep
-- Returns where to go on, "" when all was seen; removes the consumer when nothing is left to it.
local PAGE = 100
local keep = {}
for i = 5, #ARGV do
    keep[ARGV[i]] = true
end
local rows = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[4], '+', PAGE, ARGV[2])
if rows.err then
    return rows
end
for _, row in ipairs(rows) do
    if not keep[row[1]] then
        redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[3], 0, row[1], 'IDLE', row[3], 'RETRYCOUNT', row[4], 'JUSTID')
    end
end
if #rows == PAGE then
    return '(' .. rows[PAGE][1]
end
-- In the same step as the look: an entry read in between would be destroyed with its consumer.
if #redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1, ARGV[2]) == 0 then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], ARGV[2])
end
return ''
