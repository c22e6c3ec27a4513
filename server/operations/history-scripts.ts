/**
 * What Redis itself executes in one step about its history (`history.ts`). Keys: EPOCH, the epoch as JSON; HISTORY, a hash
 * of `run` (the run of the server that the history is known to be whole in) and `mark` (counts the writes); PROCESSES, a
 * hash of the processes that may have written, with the time of their last sign of life; VOTES, a hash of `run`, `since`
 * and the processes that found nothing missing in that run. Times are milliseconds of Redis' clock.
 */
const SHARED = `
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
-- Another one after every restart, promotion or resynchronisation.
local function run()
  return string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)') or ''
end
local function idOf(epoch)
  return epoch and cjson.decode(epoch).id or ''
end`;

/** KEYS: EPOCH, so that on a Cluster the server of these keys answers. Returns now. */
export const NOW = `${SHARED}
return now()`;

/** KEYS: EPOCH, HISTORY. Returns the epoch or nil, and 1 if the history is known to be whole in this run. */
export const READ = `${SHARED}
return { redis.call('GET', KEYS[1]), redis.call('HGET', KEYS[2], 'run') == run() and 1 or 0 }`;

/**
 * Finds out whether the history is whole, as far as this process knows, and begins a new epoch if it may not be.
 * KEYS: EPOCH, HISTORY, PROCESSES, VOTES, keys to delete with a history that is not whole.
 * ARGV: this process, the epoch and the mark it has seen, the new epoch and its id, milliseconds that the processes have
 * to vote, milliseconds without a sign of life after which a process has ended.
 * Returns the epoch, the mark, now, and the milliseconds until the end of the vote if it goes on, else 0.
 */
export const LOOK = `${SHARED}
local at, current = now(), run()
local epoch = redis.call('GET', KEYS[1])
local known = redis.call('HGET', KEYS[2], 'run')
local mark = tonumber(redis.call('HGET', KEYS[2], 'mark') or '0')
local mine = epoch and idOf(epoch) == ARGV[2]

local function whole()
  if known == current then
    local beats = redis.call('HGETALL', KEYS[3])
    for i = 1, #beats, 2 do
      if tonumber(beats[i + 1]) < at - tonumber(ARGV[7]) then redis.call('HDEL', KEYS[3], beats[i]) end
    end
  end
  redis.call('HSET', KEYS[2], 'run', current, 'mark', mark)
  redis.call('HSET', KEYS[3], ARGV[1], at)
  redis.call('DEL', KEYS[4])
  return { epoch, mark, at, 0 }
end
local function begin()
  epoch = ARGV[4]
  mark = mark + 1
  redis.call('SET', KEYS[1], epoch)
  redis.call('DEL', KEYS[3])
  return whole()
end
local function forgotten()
  for key = 5, #KEYS do redis.call('DEL', KEYS[key]) end
  return begin()
end

if not epoch then return begin() end
if mine and mark < tonumber(ARGV[3]) then return forgotten() end
if not known or known == current then return whole() end

if redis.call('HGET', KEYS[4], 'run') ~= current then
  redis.call('DEL', KEYS[4])
  redis.call('HSET', KEYS[4], 'run', current, 'since', at)
end
local processes = redis.call('HGETALL', KEYS[3])
local last, living, missing = 0, 0, 0
for i = 1, #processes, 2 do
  if mine and processes[i] == ARGV[1] then redis.call('HSET', KEYS[4], ARGV[1], 1) end
  last = math.max(last, tonumber(processes[i + 1]))
end
for i = 1, #processes, 2 do
  if tonumber(processes[i + 1]) >= last - tonumber(ARGV[7]) then
    living = living + 1
    if redis.call('HEXISTS', KEYS[4], processes[i]) == 0 then missing = missing + 1 end
  end
end
if living > 0 and missing == 0 then return whole() end
local left = redis.call('HGET', KEYS[4], 'since') + tonumber(ARGV[6]) - at
if living == 0 or left <= 0 then return forgotten() end
return { epoch, mark, at, left }`;

/**
 * Compare-and-set of a member's head, a hash with `version` and `document` (the records).
 * KEYS: EPOCH, HISTORY, PROCESSES, head, leases, receipt. ARGV: this process, the mark it has seen, the latest time to
 * execute this; epoch id, expected version, new version, document, member, lease or "", receipt or "", TTL in milliseconds.
 * Returns what happened, the mark and now.
 */
export const SWAP = `${SHARED}
local at = now()
local mark = tonumber(redis.call('HGET', KEYS[2], 'mark') or '0')
if idOf(redis.call('GET', KEYS[1])) ~= ARGV[4] then return { 'other', mark, at } end
if redis.call('HGET', KEYS[2], 'run') ~= run() or mark < tonumber(ARGV[2])
  or redis.call('HEXISTS', KEYS[3], ARGV[1]) == 0 then return { 'look', mark, at } end
if at > tonumber(ARGV[3]) then return { 'late', mark, at } end
local version = redis.call('HGET', KEYS[4], 'version') or '0'
if version ~= ARGV[5] then
  -- A connection that was cut may have sent this before.
  if version == ARGV[6] and redis.call('HGET', KEYS[4], 'document') == ARGV[7] then return { 'written', mark, at } end
  return { 'other', mark, at }
end
redis.call('HSET', KEYS[4], 'version', ARGV[6], 'document', ARGV[7])
redis.call('PEXPIRE', KEYS[4], ARGV[11])
if ARGV[9] == '' then redis.call('ZREM', KEYS[5], ARGV[8]) else redis.call('ZADD', KEYS[5], ARGV[9], ARGV[8]) end
if ARGV[10] ~= '' then redis.call('SET', KEYS[6], ARGV[10], 'PX', ARGV[11]) end
return { 'written', redis.call('HINCRBY', KEYS[2], 'mark', 1), at }`;

/**
 * Writes a value that must last. The mark of a history that may not be whole stays: it is compared with what was seen.
 * KEYS: EPOCH, HISTORY, key. ARGV: value, milliseconds that it is kept. Returns the epoch's id and the mark.
 */
export const KEEP = `${SHARED}
redis.call('SET', KEYS[3], ARGV[1], 'PX', ARGV[2])
local epoch = redis.call('GET', KEYS[1])
if not epoch or redis.call('HGET', KEYS[2], 'run') ~= run() then return { '', 0 } end
return { idOf(epoch), redis.call('HINCRBY', KEYS[2], 'mark', 1) }`;
