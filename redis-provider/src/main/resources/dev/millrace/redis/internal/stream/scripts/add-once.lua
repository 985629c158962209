-- KEYS stream, memory of the key, side hash; ARGV window in ms, fields
local known = redis.call('GET', KEYS[2])
if known then
    return known
end
-- Writes nothing. Without the right, or without room, which the server checks before a script's first write only and
-- not for XCFGSET, nothing may be added.
local may = redis.pcall('SET', KEYS[2], '', 'XX')
if type(may) == 'table' and may.err then
    return may
end
local fields = {}
for i = 2, #ARGV do
    fields[i - 1] = ARGV[i]
end
-- What the server itself remembers, by its version since asking for an unknown command counts as an error there.
if (redis.REDIS_VERSION_NUM or 0) >= 0x00080602 then
    -- Another window would make it forget all keys, so the first one stays, and who wants a longer one has a key too.
    local window = math.ceil(ARGV[1] / 1000)
    local kept = redis.pcall('HGET', KEYS[3], 'once-window')
    if not kept and window <= 86400 then
        local noted = redis.pcall('HSET', KEYS[3], 'once-window', window)
        kept = type(noted) == 'number' and window
    end
    kept = type(kept) ~= 'table' and tonumber(kept or 0) or 0
    local remembers = window <= kept and not redis.pcall('XCFGSET', KEYS[1], 'IDMP-DURATION', kept).err
    local time = redis.pcall('TIME')
    -- Whoever remembers it elsewhere asks too: a publisher with another window may have used the key. A producer
    -- each: of one producer it remembers 10,000 ids at most.
    local id = redis.pcall('XADD', KEYS[1], 'IDMP', KEYS[2], '1', '*', unpack(fields))
    if type(id) == 'table' and id.err then
        return id
    end
    -- Without the right to ask for the time, the key is known for as long as the server knows it.
    local age = time.err and 0 or time[1] * 1000 + math.floor(time[2] / 1000) - string.match(id, '^%d+')
    if age < tonumber(ARGV[1]) then
        if not remembers then
            redis.call('SET', KEYS[2], id, 'PX', ARGV[1])
        end
        return id
    end
end
local id = redis.pcall('XADD', KEYS[1], '*', unpack(fields))
if type(id) == 'table' and id.err then
    return id
end
redis.call('SET', KEYS[2], id, 'PX', ARGV[1])
return id
