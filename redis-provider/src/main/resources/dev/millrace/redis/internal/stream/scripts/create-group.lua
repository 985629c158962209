-- Creates a group and remembers when the topic got its first one.
-- KEYS stream, side hash; ARGV group, position, "any" or the first-group instant it was decided on ("" for none)
local groups = {}
if redis.call('EXISTS', KEYS[1]) == 1 then
    local info = redis.pcall('XINFO', 'GROUPS', KEYS[1])
    if info.err then
        return info
    end
    groups = info
end
for _, group in ipairs(groups) do
    if group[2] == ARGV[1] then
        return 'EXISTED'
    end
end
local first = redis.pcall('HGET', KEYS[2], 'first-group')
if type(first) == 'table' and first.err then
    -- The error does not say which of the keys it is about.
    return {err = first.err .. ' (key ' .. KEYS[2] .. ')'}
end
first = #groups > 0 and first or ''
if ARGV[3] ~= 'any' and first ~= ARGV[3] then
    return 'OUTDATED'
end
local made = redis.pcall('XGROUP', 'CREATE', KEYS[1], ARGV[1], ARGV[2], 'MKSTREAM')
if made.err then
    return made
end
if #groups == 0 then
    local time = redis.call('TIME')
    redis.call('HSET', KEYS[2], 'first-group', time[1] * 1000 + math.floor(time[2] / 1000))
end
return 'CREATED'
