/**
 * The scripts that take a slot of a rolling window. A key holds a ring: where it starts and how many times it holds (4
 * bytes each), then slots of 8 bytes with the times of the admitted requests, in microseconds of the clock of Redis. A
 * request reads the ring once and writes one slot; a denied one writes nothing.
 *
 * When the clock is set back, the times move with it: recent requests stay counted, and nobody waits for the clock to
 * reach its former time.
 */

const readClock = `
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
`;

/** From `key`, `window` and `keep` to `live`, the number of times in the window, and `expired`, those before them. */
const readRing = `
local ring = redis.call('GET', key)
local head, count, slots = 0, 0, 0
if ring then
  head, count = struct.unpack('<I4I4', ring)
  slots = (#ring - 8) / 8
end
local function at(position)
  return (struct.unpack('<d', ring, 9 + 8 * ((head + position) % slots)))
end
local function store(times)
  ring = struct.pack('<I4I4', 0, #times) .. table.concat(times) .. string.rep('\\0', 8 * (slots - #times))
  redis.call('SET', key, ring, 'PX', keep)
end

if count > 0 and at(count - 1) > now then
  local ahead, times = at(count - 1) - now, {}
  for position = 0, count - 1 do times[position + 1] = struct.pack('<d', at(position) - ahead) end
  store(times)
  head = 0
end

local expired, live = 0, count
if count > 0 and at(0) <= now - window then
  while expired < live do
    local middle = math.floor((expired + live) / 2)
    if at(middle) <= now - window then expired = middle + 1 else live = middle end
  end
  live = count - expired
end
`;

const addTime = `
if live < slots then
  head = (head + expired) % slots
  redis.call('SETRANGE', key, 8 + 8 * ((head + live) % slots), struct.pack('<d', now))
  redis.call('SETRANGE', key, 0, struct.pack('<I4I4', head, live + 1))
  redis.call('PEXPIRE', key, keep)
else
  local times = {}
  for position = 0, live - 1 do times[position + 1] = struct.pack('<d', at(position)) end
  times[live + 1] = struct.pack('<d', now)
  slots = math.min(limit, math.max(8, 2 * slots))
  store(times)
end
`;

/**
 * Takes a slot of one window. `ARGV`: limit, window in microseconds, time to live in milliseconds. Returns whether it
 * had room, how many times it holds, and the microseconds until the oldest leaves it.
 */
export const takeSlot = `
local key, limit, window, keep = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
${readClock}
${readRing}
if live >= limit then return { 0, live, at(expired) + window - now } end
local oldest = live > 0 and at(expired) or now
${addTime}
return { 1, live + 1, oldest + window - now }
`;

/**
 * Takes a slot of each window, or of none when one of them is full. `ARGV` and reply: those of `takeSlot` for each
 * window in turn.
 */
export const takeSlots = `
${readClock}
local function open(key, limit, window, keep)
${readRing}
  local function add()
${addTime}
  end
  return live, live > 0 and at(expired) or nil, add
end

local reply, adds, admitted = {}, {}, true
for index = 1, #KEYS do
  local limit, window = tonumber(ARGV[3 * index - 2]), tonumber(ARGV[3 * index - 1])
  local live, oldest, add = open(KEYS[index], limit, window, ARGV[3 * index])
  adds[index] = add
  admitted = admitted and live < limit
  reply[3 * index - 2] = live < limit and 1 or 0
  reply[3 * index - 1] = live
  reply[3 * index] = oldest and oldest + window - now or 0
end
if not admitted then return reply end
for index, add in ipairs(adds) do
  if reply[3 * index - 1] == 0 then reply[3 * index] = tonumber(ARGV[3 * index - 1]) end
  reply[3 * index - 1] = reply[3 * index - 1] + 1
  add()
end
return reply
`;
