// The Lua scripts that run in Redis. A window is a list of the milliseconds at which its requests were accepted, oldest
// first. Redis runs a script as one step, and its clock is the only one that counts, so all nodes decide alike.
//
// The first key of each script is a hash with the epoch and the latest time seen. A script does nothing if the epoch is
// not the one that the node knows: then Redis has lost what it held. The names of windows contain the epoch, so windows of
// an earlier one do not count. They expire.
//
// If the clock of Redis is set back a little, time stands still until it has caught up, so that lists stay sorted. If it is
// set by more, a greeting begins a new epoch: the times in the lists are wrong, and nodes know what they accepted.

const NOW = `
local state = redis.call('HMGET', KEYS[1], 'epoch', 'clock')
local time = redis.call('TIME')
local clock = time[1] * 1000 + math.floor(time[2] / 1000)
local now = math.max(clock, tonumber(state[2] or 0))
`;

/** If the clock of Redis is set by more than this, what it counted by that clock is given up. */
export const MOST_STEP_MS = 2000;

const WHOLE = `
local function whole(number) return string.format('%.0f', number) end
`;

const SAVE_CLOCK = `
if tonumber(state[2] or 0) < now then redis.call('HSET', KEYS[1], 'clock', whole(now)) end
`;

/** Redis limits how many arguments a call from a script can have. */
const APPEND = `
local function append(key, instants)
  local size
  for first = 1, #instants, 1000 do
    size = redis.call('RPUSH', key, unpack(instants, first, math.min(first + 999, #instants)))
  end
  return size
end
`;

/**
 * Counts requests. KEYS: the state, then for each group of equal requests the shared window and, if there is one, the
 * own window. ARGV: the epoch, and four numbers per group: the limit of the shared window, that of the own window (-1:
 * there is none), the width, and how many requests there are (0 only reads). The answer has the time, and five numbers
 * per group: how many requests are accepted, and for each window how many requests counted before, and the one that must
 * expire before more remain. Both are texts, which costs clients less than many numbers.
 *
 * Calls from a script cost more than all else, so requests are added first and removed again if there is no room.
 */
export const COUNT = `${NOW}${WHOLE}${APPEND}
if state[1] ~= ARGV[1] then return whole(now) end
${SAVE_CLOCK}
local instant = whole(now)

-- A key lives for two widths from the first request or the last expiry. Before the first of them is over, the request
-- of that moment expires, and prolongs it: so a key never expires before its newest request.
local function prolong(key, width)
  redis.call('PEXPIREAT', key, whole(now + 2 * width))
end

-- Adds the requests. Returns how many counted before, and the one that must expire before more remain.
local function add(key, width, limit, instants)
  local size
  if #instants == 0 then size = redis.call('LLEN', key)
  elseif #instants == 1 then size = redis.call('RPUSH', key, instant)
  else size = append(key, instants) end
  if size == 0 then return 0, now end
  if size == #instants then
    prolong(key, width)
    return 0, now
  end
  local first = tonumber(redis.call('LINDEX', key, 0))
  local oldest = now - width
  if first <= oldest then
    repeat
      local some = redis.call('LRANGE', key, 0, 99)
      local expired = 0
      while expired < #some and tonumber(some[expired + 1]) <= oldest do expired = expired + 1 end
      redis.call('LTRIM', key, expired, -1)
      size = size - expired
    until expired < 100
    if size == 0 then return 0, now end
    prolong(key, width)
    first = tonumber(redis.call('LINDEX', key, 0))
  end
  size = size - #instants
  if limit == 0 or size == 0 then return size, now end
  if size > limit then first = tonumber(redis.call('LINDEX', key, size - limit)) end
  return size, first
end

local function remove(key, excess)
  if excess > 0 then redis.call('LTRIM', key, 0, -1 - excess) end
end

local answer = {instant}
local place = 1
for limit, ownLimit, width, requests in string.gmatch(ARGV[2], '(%d+) (-?%d+) (%d+) (%d+)') do
  limit, ownLimit, width, requests = tonumber(limit), tonumber(ownLimit), tonumber(width), tonumber(requests)
  local instants = {}
  for index = 1, requests do instants[index] = instant end
  place = place + 1
  local key = KEYS[place]
  local size, first = add(key, width, limit, instants)
  local accepted = math.max(0, math.min(requests, limit - size))
  local ownSize, ownFirst = 0, 0
  if ownLimit >= 0 then
    place = place + 1
    ownSize, ownFirst = add(KEYS[place], width, ownLimit, instants)
    accepted = math.max(0, math.min(accepted, ownLimit - ownSize))
    remove(KEYS[place], requests - accepted)
  end
  remove(key, requests - accepted)
  local count = #answer
  answer[count + 1], answer[count + 2], answer[count + 3] = accepted, size, first
  answer[count + 4], answer[count + 5] = ownSize, ownFirst
end
return table.concat(answer, ' ')
`;

/**
 * Says that a node is there. KEYS: the state, the nodes, the end of settling. ARGV: an id for a new epoch, the node,
 * how long others need to add what they accepted, whether the node found that Redis lost something, and an epoch that the
 * node found to have wrong times (empty: none).
 * The answer: the time, the epoch, when this node was last heard of (-1: never), how many nodes were heard of in the
 * last ten seconds, the end of settling, whether this greeting ended an epoch because of its times, and until when Redis
 * has everything that an earlier process of this node accepted (-1: unknown), by the clock of the node.
 */
export const GREET = `${NOW}${WHOLE}
local hasWrongTimes = state[1] and (now - clock > ${MOST_STEP_MS} or state[1] == ARGV[5])
if hasWrongTimes then
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
  state = {false, false}
  now = clock
end
${SAVE_CLOCK}
local settling = tonumber(ARGV[3])
local epoch = state[1]
if not epoch then
  epoch = ARGV[1]
  redis.call('HSET', KEYS[1], 'epoch', epoch)
end
if epoch == ARGV[1] or ARGV[4] == '1' then
  redis.call('SET', KEYS[3], whole(now + settling), 'PX', settling)
end
local heard = redis.call('ZSCORE', KEYS[2], ARGV[2]) or '-1'
redis.call('ZADD', KEYS[2], whole(now), ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', whole(now - 3600000))
local nodes = redis.call('ZCOUNT', KEYS[2], whole(now - 10000), '+inf')
local settlesUntil = tonumber(redis.call('GET', KEYS[3]) or 0)
local complete = tonumber(redis.call('HGET', KEYS[1], 'complete:' .. ARGV[2]) or -1)
return {now, epoch, tonumber(heard), nodes, settlesUntil, hasWrongTimes and 1 or 0, complete}
`;

/**
 * Says that a node stops. KEYS: the state, the nodes. ARGV: the epoch, the node, and its time if Redis has everything that
 * it accepted (empty: it does not). The answer is 1 if that is noted, for the next process of the node.
 */
export const LEAVE = `
redis.call('ZREM', KEYS[2], ARGV[2])
if ARGV[3] == '' or redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'complete:' .. ARGV[2], ARGV[3])
return 1
`;

/**
 * Adds requests that a node accepted by itself, in the order of their times. KEYS: the state, the name of this addition,
 * then the windows. ARGV: the epoch, then per window its width, the number of requests and their times, ascending. An
 * addition that is repeated because its answer was lost changes nothing. The answer is 0 if the epoch is another one.
 */
export const ADD = `${NOW}${WHOLE}${APPEND}
if state[1] ~= ARGV[1] then return 0 end
if not redis.call('SET', KEYS[2], 1, 'NX', 'PX', 3600000) then return 1 end
${SAVE_CLOCK}
local place = 2
for index = 3, #KEYS do
  local key, width, count = KEYS[index], tonumber(ARGV[place]), tonumber(ARGV[place + 1])
  local first, last = place + 2, place + 1 + count
  place = last + 1
  while first <= last and tonumber(ARGV[first]) <= now - width do first = first + 1 end
  local added = {}
  for at = first, last do added[#added + 1] = ARGV[at] end
  -- Those of a clock that is ahead count as made now.
  local ahead = #added
  while ahead > 0 and tonumber(added[ahead]) > now do
    added[ahead] = whole(now)
    ahead = ahead - 1
  end
  if #added > 0 then
    local newest = redis.call('LINDEX', key, -1)
    if newest and tonumber(newest) > tonumber(added[1]) then
      local held = redis.call('LRANGE', key, 0, -1)
      local both, left, right = {}, 1, 1
      while left <= #held or right <= #added do
        if right > #added or (left <= #held and tonumber(held[left]) <= tonumber(added[right])) then
          both[#both + 1] = held[left]
          left = left + 1
        else
          both[#both + 1] = added[right]
          right = right + 1
        end
      end
      redis.call('DEL', key)
      added = both
    end
    append(key, added)
    redis.call('PEXPIREAT', key, whole(now + 2 * width))
  end
end
return 1
`;

/**
 * Removes one request from each window. KEYS: the state, then the windows. ARGV: the epoch, the request's time and the
 * width. The request may be the one by whose expiry its key would be prolonged.
 */
export const GIVE_BACK = `
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return 0 end
for index = 2, #KEYS do
  redis.call('LREM', KEYS[index], -1, ARGV[2])
  redis.call('PEXPIRE', KEYS[index], 2 * tonumber(ARGV[3]))
end
return 1
`;
