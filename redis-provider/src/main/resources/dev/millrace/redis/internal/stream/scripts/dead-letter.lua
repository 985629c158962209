-- KEYS stream, dead-letter stream; ARGV group, owner expected, id, min idle, headers, name under which to keep
-- the original headers ("" for not at all)
local row = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[3], ARGV[3], 1, ARGV[2])
if row.err then
    return row
end
if #row == 0 or row[1][3] < tonumber(ARGV[4]) then
    return 'LOST'
end
local entry = redis.call('XRANGE', KEYS[1], ARGV[3], ARGV[3])
if #entry == 0 then
    redis.call('XACK', KEYS[1], ARGV[1], ARGV[3])
    return 'GONE'
end
local copy = {'headers', ARGV[5]}
local fields = entry[1][2]
for i = 1, #fields, 2 do
    if fields[i] ~= 'headers' then
        copy[#copy + 1] = fields[i]
        copy[#copy + 1] = fields[i + 1]
    elseif ARGV[6] ~= '' then
        copy[#copy + 1] = ARGV[6]
        copy[#copy + 1] = fields[i + 1]
    end
end
-- Lua takes no more arguments than this in a call.
if #copy > 7000 then
    return 'TOO_WIDE'
end
local added = redis.pcall('XADD', KEYS[2], '*', unpack(copy))
if type(added) == 'table' and added.err then
    return added
end
redis.call('XACK', KEYS[1], ARGV[1], ARGV[3])
return 'COPIED'
