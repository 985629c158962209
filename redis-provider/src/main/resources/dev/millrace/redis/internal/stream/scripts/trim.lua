-- Removes no more than what is above the length, nothing that a group has not acked, and not much at once.
-- KEYS stream; ARGV length
local over = redis.call('XLEN', KEYS[1]) - tonumber(ARGV[1])
if over <= 0 then
    return 0
end
local function parts(id)
    local ms, seq = string.match(id, '^(%d+)-(%d+)$')
    return ms, seq
end
-- Ids have 64 bits a part and Lua's numbers 53: compare as text.
local function less(a, b)
    if #a ~= #b then
        return #a < #b
    end
    return a < b
end
local function before(a, b)
    local ams, aseq = parts(a)
    local bms, bseq = parts(b)
    if ams ~= bms then
        return less(ams, bms)
    end
    return less(aseq, bseq)
end
local groups = redis.call('XINFO', 'GROUPS', KEYS[1])
if #groups == 0 then
    return redis.call('XTRIM', KEYS[1], 'MAXLEN', '~', ARGV[1])
end
local cut = nil
for _, group in ipairs(groups) do
    local lowest = group[8]
    if group[6] > 0 then
        lowest = redis.call('XPENDING', KEYS[1], group[2])[2]
    end
    if cut == nil or before(lowest, cut) then
        cut = lowest
    end
end
return redis.call('XTRIM', KEYS[1], 'MINID', '~', cut, 'LIMIT', math.min(over, 10000))
