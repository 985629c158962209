-- Gives entries of events that a consumer does not handle to live members that do, uncounted: to those that are
-- not away, unless all are, and last to the one they were claimed from, which is away until it makes itself known.
-- KEYS stream, side hash; ARGV group, consumer, how long a member counts as live after its last sign, whom the
-- entries were claimed from or "", then ids and events in turn; returns for each the new owner, "" where no member
-- handles it, "?" where it is not the consumer's, "!" where nobody can tell, since the consumer's own note is gone,
-- and so may be the others'
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local prefix = 'events:' .. #ARGV[1] .. ':' .. ARGV[1] .. ':'
local live = {}
local late
local nobody = '!'
local known = redis.call('HGETALL', KEYS[2])
for i = 1, #known, 2 do
    local name = string.sub(known[i], #prefix + 1)
    local isNote = string.sub(known[i], 1, #prefix) == prefix
    if isNote and name == ARGV[2] then
        nobody = ''
    elseif isNote then
        local note = cjson.decode(known[i + 1])
        if name == ARGV[4] then
            late = note
        end
        if now - note.at <= tonumber(ARGV[3]) then
            live[#live + 1] = {name = name, note = note}
        end
    end
end
local function handles(note, event)
    if note.all then
        return true
    end
    for _, each in ipairs(note.events) do
        if each == event then
            return true
        end
    end
    return false
end
local function rank(member)
    if member.name == ARGV[4] then
        return 2
    end
    return member.note.away and 1 or 0
end
local owners = {}
local given = false
for i = 5, #ARGV, 2 do
    local able = {}
    local best = 3
    for _, member in ipairs(live) do
        if handles(member.note, ARGV[i + 1]) and rank(member) <= best then
            if rank(member) < best then
                able = {}
                best = rank(member)
            end
            able[#able + 1] = member.name
        end
    end
    local row = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1, ARGV[2])
    if row.err then
        return row
    end
    local owner = nobody
    if #row == 0 then
        owner = '?'
    elseif #able > 0 then
        -- By its id, so that each of several gets its part.
        owner = able[tonumber(string.match(ARGV[i], '(%d?%d?%d)%-')) % #able + 1]
        local deliveries = math.max(0, row[1][4] - 1)
        redis.call('XCLAIM', KEYS[1], ARGV[1], owner, 0, ARGV[i], 'IDLE', 0, 'RETRYCOUNT', deliveries, 'JUSTID')
        given = true
    end
    owners[#owners + 1] = owner
end
if given and late and not late.away then
    late.away = true
    -- After the claim, so that a server that is full takes it; where it does not, the next one tries again.
    redis.pcall('HSET', KEYS[2], prefix .. ARGV[4], cjson.encode(late))
end
return owners
