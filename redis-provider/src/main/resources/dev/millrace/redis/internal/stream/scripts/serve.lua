-- Makes known which events a member of a group handles; of those not heard of for a day nothing is kept.
-- KEYS side hash; ARGV group, consumer, "all", "some" or "none", "ready" or "paused", events; returns how old the
-- member's last note was in ms, -1 where there is none
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local field = 'events:' .. #ARGV[1] .. ':' .. ARGV[1] .. ':' .. ARGV[2]
if ARGV[3] == 'none' then
    redis.call('HDEL', KEYS[1], field)
    return -1
end
local known = redis.call('HGETALL', KEYS[1])
for i = 1, #known, 2 do
    if string.sub(known[i], 1, 7) == 'events:' and now - cjson.decode(known[i + 1]).at > 86400000 then
        redis.call('HDEL', KEYS[1], known[i])
    end
end
local before = redis.call('HGET', KEYS[1], field)
local note = {at = now, all = ARGV[3] == 'all', away = ARGV[4] == 'paused', events = {}}
for i = 5, #ARGV do
    note.events[#note.events + 1] = ARGV[i]
end
-- A server that is full takes what follows a first write, if that one only removes.
redis.call('HDEL', KEYS[1], field)
redis.call('HSET', KEYS[1], field, cjson.encode(note))
return before and now - cjson.decode(before).at or -1
