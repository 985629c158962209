-- KEYS stream, memory of the key; ARGV window in ms, fields
local known = redis.call('GET', KEYS[2])
if known then
    return known
end
local fields = {}
for i = 2, #ARGV do
    fields[i - 1] = ARGV[i]
end
local id = redis.pcall('XADD', KEYS[1], '*', unpack(fields))
if type(id) == 'table' and id.err then
    return id
end
redis.call('SET', KEYS[2], id, 'PX', ARGV[1])
return id
