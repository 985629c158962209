-- KEYS streams; ARGV group; returns for each of them its error, "" for none, and its consumers with their counts
local backlogs = {}
for i, key in ipairs(KEYS) do
    local summary = redis.pcall('XPENDING', key, ARGV[1])
    if summary.err then
        backlogs[i] = {summary.err, {}}
    else
        backlogs[i] = {'', summary[4] or {}}
    end
end
return backlogs
