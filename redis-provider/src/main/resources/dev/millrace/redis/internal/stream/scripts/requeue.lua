-- KEYS dead-letter stream, topic; ARGV id, headers
-- Returns 1, 0 where the entry is gone, -1 where it has too many fields
local entry = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1])
if #entry == 0 then
    return 0
end
local copy = {'headers', ARGV[2]}
local fields = entry[1][2]
for i = 1, #fields, 2 do
    if fields[i] ~= 'headers' then
        copy[#copy + 1] = fields[i]
        copy[#copy + 1] = fields[i + 1]
    end
end
-- Lua takes no more arguments than this in a call.
if #copy > 7000 then
    return -1
end
local added = redis.pcall('XADD', KEYS[2], '*', unpack(copy))
if type(added) == 'table' and added.err then
    return added
end
redis.call('XDEL', KEYS[1], ARGV[1])
return 1
