-- KEYS name; ARGV token, time in ms, token of a holder known to be dead
local holder = redis.call('GET', KEYS[1])
if not holder or holder == ARGV[1] or holder == ARGV[3] then
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    return ''
end
return holder
