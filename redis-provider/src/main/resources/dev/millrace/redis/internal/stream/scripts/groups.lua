-- KEYS stream; returns per group: name, entries pending, entries not delivered yet ("-" where the server
-- cannot tell), and its consumers as name and idle time in turn
local rows = {}
if redis.call('EXISTS', KEYS[1]) == 0 then
    return rows
end
local groups = redis.pcall('XINFO', 'GROUPS', KEYS[1])
if groups.err then
    return groups
end
for i, group in ipairs(groups) do
    local lag = '-'
    for j = 1, #group, 2 do
        if group[j] == 'lag' and group[j + 1] then
            lag = string.format('%.0f', group[j + 1])
        end
    end
    local members = {}
    for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], group[2])) do
        members[#members + 1] = consumer[2]
        members[#members + 1] = consumer[6]
    end
    rows[i] = {group[2], group[6], lag, members}
end
return rows
