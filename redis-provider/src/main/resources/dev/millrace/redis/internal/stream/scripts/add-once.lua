-- KEYS stream, memory of the key, side hash; ARGV window in ms, fields
local known = redis.call('GET', KEYS[2])
if known then
    return known
end
local fields = {}
for i = 2, #ARGV do
    fields[i - 1] = ARGV[i]
end
-- What the server itself remembers, by its version since asking for an unknown command counts as an error there.
-- Another window would make it forget all keys, so the first one stays, and who wants a longer one goes without.
local window = math.ceil(ARGV[1] / 1000)
if (redis.REDIS_VERSION_NUM or 0) >= 0x00080602 and window <= 86400 then
    local kept = redis.pcall('HGET', KEYS[3], 'once-window')
    if not kept then
        local noted = redis.pcall('HSET', KEYS[3], 'once-window', window)
        kept = type(noted) == 'number' and window or 0
    end
    kept = type(kept) == 'table' and 0 or tonumber(kept)
    if window <= kept and not redis.pcall('XCFGSET', KEYS[1], 'IDMP-DURATION', kept).err then
        -- A producer each: of one producer it remembers 10,000 ids at most.
        return redis.pcall('XADD', KEYS[1], 'IDMP', KEYS[2], '1', '*', unpack(fields))
    end
end
local id = redis.pcall('XADD', KEYS[1], '*', unpack(fields))
if type(id) == 'table' and id.err then
    return id
end
redis.call('SET', KEYS[2], id, 'PX', ARGV[1])
return id
