-- Notes how far a group has come, so that it can be created again there.
-- KEYS stream, side hash; ARGV group; returns whether the note changed
local groups = redis.pcall('XINFO', 'GROUPS', KEYS[1])
if groups.err then
    -- No stream, or none any more: whoever reads it is told, and acts on that.
    return 0
end
for _, group in ipairs(groups) do
    if group[2] == ARGV[1] then
        local lowest = '-'
        if group[6] > 0 then
            lowest = redis.call('XPENDING', KEYS[1], ARGV[1])[2]
        end
        local info = redis.call('XINFO', 'STREAM', KEYS[1])
        local last, added = '-', '-'
        for i = 1, #info, 2 do
            if info[i] == 'last-generated-id' then
                last = info[i + 1]
            elseif info[i] == 'entries-added' then
                added = string.format('%.0f', info[i + 1])
            end
        end
        local note = lowest .. ' ' .. group[8] .. ' ' .. last .. ' ' .. added
        local before = redis.pcall('HGET', KEYS[2], 'watermark:' .. ARGV[1])
        if type(before) == 'table' and before.err then
            -- The error does not say which of the keys it is about.
            return {err = before.err .. ' (key ' .. KEYS[2] .. ')'}
        end
        if before == note then
            return 0
        end
        redis.call('HSET', KEYS[2], 'watermark:' .. ARGV[1], note)
        return 1
    end
end
return 0
