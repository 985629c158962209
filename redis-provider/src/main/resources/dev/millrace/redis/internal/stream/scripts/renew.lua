-- Without the check of the owner a former one would steal its entry back.
-- KEYS stream; ARGV group, consumer, ids; returns the ids that are not the consumer's
local lost = {}
for i = 3, #ARGV do
    local row = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1, ARGV[2])
    if row.err then
        return row
    end
    if #row == 0 then
        lost[#lost + 1] = ARGV[i]
    else
        redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[i], 'JUSTID')
    end
end
return lost
