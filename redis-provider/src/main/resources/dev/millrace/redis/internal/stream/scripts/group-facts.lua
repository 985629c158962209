-- KEYS stream, side hash; ARGV group
-- Returns first-group instant ("" for none), server time in ms, length, group names, the group's watermark
-- ("" for none), last generated id and number of entries added ("-" for none).
local names = {}
local length, last, added = 0, '-', '-'
if redis.call('EXISTS', KEYS[1]) == 1 then
    local groups = redis.pcall('XINFO', 'GROUPS', KEYS[1])
    if groups.err then
        return groups
    end
    for i, group in ipairs(groups) do
        names[i] = group[2]
    end
    local info = redis.call('XINFO', 'STREAM', KEYS[1])
    for i = 1, #info, 2 do
        if info[i] == 'length' then
            length = info[i + 1]
        elseif info[i] == 'last-generated-id' then
            last = info[i + 1]
        elseif info[i] == 'entries-added' then
            added = string.format('%.0f', info[i + 1])
        end
    end
end
local note = redis.pcall('HGET', KEYS[2], 'watermark:' .. ARGV[1])
if type(note) == 'table' and note.err then
    -- The error does not say which of the keys it is about.
    return {err = note.err .. ' (key ' .. KEYS[2] .. ')'}
end
-- What a deleted topic left behind says nothing of the one that took its name.
local first = #names > 0 and redis.call('HGET', KEYS[2], 'first-group') or ''
local time = redis.call('TIME')
return {first or '', time[1] * 1000 + math.floor(time[2] / 1000), length, names, note or '', last, added}
