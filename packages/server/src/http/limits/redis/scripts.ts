// The Lua scripts that run in Redis. A window is a list of the milliseconds at which its requests were accepted, oldest
// first. Redis runs a script as one step, and its clock is the only one that counts, so all nodes decide alike.
//
// The first key of each script is a hash: `epoch` names the windows that count, `clock` is the latest time seen, and `from`
// is the time from which Redis counts. After a loss of counts there is a new epoch, and Redis counts only when everything
// that it forgot has expired.

const NOW = `
local time = redis.call('TIME')
local clock = time[1] * 1000 + math.floor(time[2] / 1000)
local now = math.max(clock, tonumber(state[2] or 0))
local function whole(number) return string.format('%.0f', number) end
`;

/** If the clock of Redis was set back by more than this, time does not stand still until then: the counts are given up. */
const MOST_STEP_MS = 2000;

/**
 * Counts requests. KEYS: the state, then for each group of equal requests the shared window and, if there is one, the
 * own window. ARGV: the epoch, and five numbers per group: the limit of the shared window, that of the own window (-1:
 * there is none), the width, how many places the requests take (0 only reads), and how many each of them takes: with more
 * than one, the group is one request, and all of its places are counted or none. The answer has the time, and five numbers
 * per group: how many places are accepted, and for each window how many counted before, and the one that must
 * expire before there is room. Both are texts, which costs clients less than many numbers.
 *
 * Calls from a script cost more than all else, so requests are added first and removed again if there is no room.
 */
export const COUNT = `
local state = redis.call('HMGET', KEYS[1], 'epoch', 'clock', 'from')
${NOW}
local instant = whole(now)
if state[1] ~= ARGV[1] or now < tonumber(state[3] or 0) then return instant end
if tonumber(state[2]) < now then redis.call('HSET', KEYS[1], 'clock', instant) end

-- Redis limits how many arguments a call from a script can have.
local function append(key, instants)
  local size
  for first = 1, #instants, 1000 do
    size = redis.call('RPUSH', key, unpack(instants, first, math.min(first + 999, #instants)))
  end
  return size
end

-- A key lives for two widths from the first request or the last expiry. Before the first of them is over, the request
-- of that moment expires, and prolongs it: so a key never expires before its newest request.
local function prolong(key, width)
  redis.call('PEXPIREAT', key, whole(now + 2 * width))
end

-- Adds the requests. Returns how many counted before, and the one that must expire before more remain.
local function add(key, width, limit, instants, each)
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
  local excess = size + each - 1 - limit
  if excess > 0 and excess < size then first = tonumber(redis.call('LINDEX', key, excess)) end
  return size, first
end

local function remove(key, excess)
  if excess > 0 then redis.call('LTRIM', key, 0, -1 - excess) end
end

local answer = {instant}
local place = 1
for limit, ownLimit, width, requests, each in string.gmatch(ARGV[2], '(%d+) (-?%d+) (%d+) (%d+) (%d+)') do
  limit, ownLimit, width, requests = tonumber(limit), tonumber(ownLimit), tonumber(width), tonumber(requests)
  each = tonumber(each)
  local instants = {}
  for index = 1, requests do instants[index] = instant end
  place = place + 1
  local key = KEYS[place]
  local size, first = add(key, width, limit, instants, each)
  local accepted = math.max(0, math.min(requests, limit - size))
  if accepted < each then accepted = 0 end
  local ownSize, ownFirst = 0, 0
  if ownLimit >= 0 then
    place = place + 1
    ownSize, ownFirst = add(KEYS[place], width, ownLimit, instants, each)
    accepted = math.max(0, math.min(accepted, ownLimit - ownSize))
    if accepted < each then accepted = 0 end
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
 * Asks whether Redis counts. KEYS: the state. ARGV: an id for a new epoch, how long nodes get to report a loss, how long Redis
 * does not count after one, the run of this Redis server, and what the node knows from before (empty and 0 if nothing): the
 * epoch, the run, and the latest time that it saw. The answer: the time, the epoch, and the time from which Redis counts.
 */
export const JOIN = `
local state = redis.call('HMGET', KEYS[1], 'epoch', 'clock', 'from', 'run', 'before', 'kept')
${NOW}
local settling, expiry, run = tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local knownEpoch, knownRun, seen = ARGV[5], ARGV[6], tonumber(ARGV[7])
local epoch, from = state[1], tonumber(state[3] or 0)
local before, kept = state[5] or '', tonumber(state[6] or 0)
if run ~= state[4] then
  -- A server that restarted, or a replica that took over, may have older data: what the run before counted until this time.
  before, kept = state[4] or '', tonumber(state[2] or 0)
  from = math.max(from, now + settling)
end
local isOlder = epoch == knownEpoch and run ~= knownRun and (knownRun ~= before or kept < seen)
if not epoch or isOlder or now - clock > ${MOST_STEP_MS} then
  now = clock
  from = now + ((epoch or knownEpoch ~= '') and expiry or settling)
  epoch = ARGV[1]
elseif knownEpoch ~= '' and knownEpoch ~= epoch then
  from = math.max(from, math.min(seen, now) + expiry)
end
redis.call('HSET', KEYS[1], 'epoch', epoch, 'clock', whole(now), 'from', whole(from),
  'run', run, 'before', before, 'kept', whole(kept))
return {now, epoch, from}
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
