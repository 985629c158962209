-- Removes the oldest entries above the length, and counts for each group those that it had not acked.
-- KEYS stream, side hash; ARGV length
-- Returns how many went, and of each group that lost some: its name, how many now, how many ever.
-- What is pending stays so: its consumer finds it gone, acks it and says so.
local PAGE, MOST = 20, 500
local over = redis.call('XLEN', KEYS[1]) - tonumber(ARGV[1])
if over <= 0 then
    return {0}
end
local known = redis.pcall('HGET', KEYS[2], 'lost:')
if type(known) == 'table' and known.err then
    -- The error does not say which of the keys it is about.
    return {err = known.err .. ' (key ' .. KEYS[2] .. ')'}
end
-- Ids have 64 bits a part and Lua's numbers 53: compare as text.
local function less(a, b)
    if #a ~= #b then
        return #a < #b
    end
    return a < b
end
local function before(a, b)
    local ams, aseq = string.match(a, '^(%d+)-(%d+)$')
    local bms, bseq = string.match(b, '^(%d+)-(%d+)$')
    if ams ~= bms then
        return less(ams, bms)
    end
    return less(aseq, bseq)
end
local groups = redis.call('XINFO', 'GROUPS', KEYS[1])
local lost = {}
local removed = 0
over = math.min(over, MOST)
while removed < over do
    local count = math.min(PAGE, over - removed)
    -- One more, which stays: the length is one at least.
    local entries = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', count + 1)
    for i = 1, #entries - 1 do
        local id = entries[i][1]
        for g, group in ipairs(groups) do
            local unread = before(group[8], id)
            if unread or (group[6] > 0 and #redis.call('XPENDING', KEYS[1], group[2], id, id, 1) > 0) then
                lost[g] = (lost[g] or 0) + 1
            end
        end
    end
    local gone = redis.call('XTRIM', KEYS[1], 'MINID', '=', entries[#entries][1])
    if gone == 0 then
        break
    end
    removed = removed + gone
end
local reply = {removed}
for g, group in ipairs(groups) do
    if lost[g] then
        local field = 'lost:' .. group[2]
        local ever = tonumber(redis.call('HGET', KEYS[2], field) or '0') + lost[g]
        redis.call('HSET', KEYS[2], field, string.format('%.0f', ever))
        reply[#reply + 1] = group[2]
        reply[#reply + 1] = lost[g]
        reply[#reply + 1] = ever
    end
end
return reply
