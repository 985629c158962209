-- From where to where a stream reaches, without the bodies that XINFO shows.
-- KEYS stream
-- Returns first id ("-" for none), last generated id, length, number of entries added and greatest id deleted
-- ("-" where the server does not count them); nothing for no stream
if redis.call('EXISTS', KEYS[1]) == 0 then
    return {}
end
local info = redis.call('XINFO', 'STREAM', KEYS[1])
local first, last, length, added, deleted = '-', '0-0', 0, '-', '-'
for i = 1, #info, 2 do
    local value = info[i + 1]
    if info[i] == 'first-entry' then
        first = value and value[1] or '-'
    elseif info[i] == 'last-generated-id' then
        last = value
    elseif info[i] == 'length' then
        length = value
    elseif info[i] == 'entries-added' then
        added = string.format('%.0f', value)
    elseif info[i] == 'max-deleted-entry-id' then
        deleted = value
    end
end
return {first, last, length, added, deleted}
