-- Requests of every kind on kept connections, ten at a time: each has a share of a hundred.
-- HEAD is not among them, since wrk waits for the body that its answer tells of.
local shares = {
    { 40, "GET", "/hello" },
    { 18, "GET", "/hello-async" },
    { 12, "GET", "/files/small.txt" },
    { 8, "GET", "/files/large.bin", { ["Range"] = "bytes=1000000-1001999" } },
    { 1, "GET", "/files/large.bin", { ["Range"] = "bytes=0-262143" } },
    { 6, "POST", "/upload", {}, 2000 },
    { 4, "POST", "/echo", {}, 300 },
    { 4, "GET", "/stream?count=8&size=100" },
    { 2, "POST", "/form/fields", { ["Content-Type"] = "application/x-www-form-urlencoded" }, "name=Ada" },
    { 4, "GET", "/hello/Ada?times=3" },
    { 1, "GET", "/nowhere" },
}
local pipelines, number = {}, 0
local depth = 10

function init()
    local texts = {}
    for index, share in ipairs(shares) do
        local body = share[5]
        if type(body) == "number" then body = string.rep("b", body) end
        texts[index] = wrk.format(share[2], share[3], share[4] or {}, body)
    end
    local requests = {}
    -- Each kind is spread over the hundred, so that no two runs of one kind stand together.
    local left = {}
    for index, share in ipairs(shares) do left[index] = 0 end
    for _ = 1, 100 do
        local best = 1
        for index, share in ipairs(shares) do
            left[index] = left[index] + share[1]
            if left[index] > left[best] then best = index end
        end
        left[best] = left[best] - 100
        requests[#requests + 1] = texts[best]
    end
    for start = 1, 100, depth do
        pipelines[#pipelines + 1] = table.concat(requests, "", start, start + depth - 1)
    end
end

function request()
    number = number % #pipelines + 1
    return pipelines[number]
end
