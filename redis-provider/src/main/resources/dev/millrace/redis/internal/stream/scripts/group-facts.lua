-- KEYS stream, side hash; returns first-group instant ("" for none), server time in ms, length, group names
local names = {}
local length = 0
if redis.call('EXISTS', KEYS[1]) == 1 then
    local info = redis.pcall('XINFO', 'GROUPS', KEYS[1])
    if info.err then
        return info
    end
    for i, group in ipairs(info) do
        names[i] = group[2]
    end
    length = redis.call('XLEN', KEYS[1])
end
-- What a deleted topic left behind says nothing of the one that took its name.
local first = #names > 0 and redis.call('HGET', KEYS[2], 'first-group') or ''
local time = redis.call('TIME')
return {first or '', time[1] * 1000 + math.floor(time[2] / 1000), length, names}
