-- Learners, for wrk: each connection thinks, and then moves a card of the playground, or joins a class.
-- Arguments: how many they are, the code of the class to join or nothing, and more words: "hurry" for no
-- thinking, "first-screen" for acts of a browser that shows no more, "one-address" for a lecture hall. What
-- is printed at the end is JSON.

local GRADES = "3,2,3,0,1,2,0,3,1,2"
local THINK = {1500, 4500} -- ms
local UNSEEN = '"state": {"unseen": ["steps", "NDCG at every cutoff", "What each swap would change", "DCG and IDCG, rank by rank"]}, '
local learners, code, hurry, state, together
local who = 0

function init(arguments)
  learners, code = tonumber(arguments[1]), arguments[2]
  local words = table.concat(arguments, " ", 3)
  hurry, state = words:find("hurry"), words:find("first-screen", 1, true) and UNSEEN or ""
  together = words:find("one-address", 1, true)
  math.randomseed(1)
end

function delay()
  return hurry and 0 or math.random(THINK[1], THINK[2])
end

function request()
  who = (who + 1) % learners -- each in turn: of one address one thing is done at a time
  local headers = {
    ["Accept-Encoding"] = "gzip",
    ["Content-Type"] = "application/json",
    ["X-Forwarded-For"] = together and "203.0.113.66"
      or string.format("198.51.%d.%d", 100 + math.floor(who / 250), who % 250 + 1),
  }
  if code ~= "" then
    return wrk.format("POST", "/join/enter", headers, string.format('{"code": "%s"}', code))
  end
  local order = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
  table.insert(order, math.random(#order), table.remove(order, math.random(#order)))
  local act = string.format('{"do": "arrange", "order": [%s]}', table.concat(order, ","))
  local body = string.format('{"link": {"r": "%s"}, %s"act": %s}', GRADES, state, act)
  return wrk.format("POST", "/acts/playground", headers, body)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"moves": %d, "errors": %d, "p50": %f, "p95": %f, "p99": %f}\n',
    summary.requests, errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50) / 1000, latency:percentile(95) / 1000, latency:percentile(99) / 1000
  ))
end
