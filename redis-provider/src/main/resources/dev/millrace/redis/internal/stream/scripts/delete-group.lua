-- Destroys a group, and what would bring it back, unless it has another consumer than those named.
-- KEYS stream, side hash; ARGV group, consumers that are not alive
-- Returns MORE where it has to be called again: to destroy a group with a million entries pending takes half a second.
local PAGE = 200
local gone = {}
for i = 2, #ARGV do
    gone[ARGV[i]] = true
end
local note = redis.pcall('HGET', KEYS[2], 'watermark:' .. ARGV[1])
if type(note) == 'table' and note.err then
    -- The error does not say which of the keys it is about.
    return {err = note.err .. ' (key ' .. KEYS[2] .. ')'}
end
local found = 'ABSENT'
if redis.call('EXISTS', KEYS[1]) == 1 then
    local groups = redis.pcall('XINFO', 'GROUPS', KEYS[1])
    if groups.err then
        return groups
    end
    for _, group in ipairs(groups) do
        if group[2] == ARGV[1] then
            for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
                if not gone[consumer[2]] then
                    return 'SERVED'
                end
            end
            local rows = redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', PAGE)
            if #rows == PAGE then
                local ids = {}
                for i, row in ipairs(rows) do
                    ids[i] = row[1]
                end
                redis.call('XACK', KEYS[1], ARGV[1], unpack(ids))
                return 'MORE'
            end
            local destroyed = redis.pcall('XGROUP', 'DESTROY', KEYS[1], ARGV[1])
            if type(destroyed) == 'table' and destroyed.err then
                return destroyed
            end
            found = 'DELETED'
        end
    end
end
redis.call('HDEL', KEYS[2], 'watermark:' .. ARGV[1], 'lost:' .. ARGV[1])
return found
