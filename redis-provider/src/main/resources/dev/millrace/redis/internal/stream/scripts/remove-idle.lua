-- KEYS stream; ARGV group, idle, consumers to keep
local keep = {}
for i = 3, #ARGV do
    keep[ARGV[i]] = true
end
local consumers = redis.pcall('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])
if consumers.err then
    return consumers
end
local removed = 0
for _, consumer in ipairs(consumers) do
    if not keep[consumer[2]] and consumer[4] == 0 and consumer[6] >= tonumber(ARGV[2]) then
        redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], consumer[2])
        removed = removed + 1
    end
end
return removed
