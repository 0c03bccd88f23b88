#!/usr/bin/env python3
"""Serves ten million requests of every kind, and tells whether memory, descriptors and threads stay flat.

    swift build -c release --product hello-server
    Benchmarks/Soak/soak.py [--requests N] [--loops N]

wrk sends requests of `mix.lua` on kept connections, ten at a time, and others on a connection each, while a third client breaks off in
the middle of everything. Every two seconds the server is looked at. It is flat when the last quarter's median memory is
at most 2 % and 256 kB above the second quarter's, and no descriptor and no thread has come to stay. Takes three to six
minutes on two cores; Linux, with wrk and python3.
"""

import argparse
import os
import pathlib
import random
import re
import resource
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SERVER = ROOT / ".build/release/hello-server"
MIX = pathlib.Path(__file__).resolve().parent / "mix.lua"
SLICE = 10  # seconds of a run of wrk
PERIOD = 2  # seconds between two looks

BROKEN = [
    b"GET /hello HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /hello-async HTTP/1.1\r\nHost: a\r\n\r\n" * 20,
    b"GET /files/large.bin HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /stream?count=1000000&size=10000 HTTP/1.1\r\nHost: a\r\n\r\n",
    b"POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\npart",
    b"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe",
    b"GET /events HTTP/1.1\r\nHost: a\r\n\r\n",
    b"HEAD /files/large.bin HTTP/1.1\r\nHost: a\r\n\r\n" * 3,
    b"GET /hello HTTP/1.1\r\nHo",
    b"nonsense\r\n\r\n",
    b"",
]


class Breaker(threading.Thread):
    """A client that goes without a word, by a reset or an end, wherever it is."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port, self.count, self.is_over = port, 0, threading.Event()

    def run(self):
        chance = random.Random(1)
        while not self.is_over.is_set():
            with socket.socket() as client:
                client.settimeout(5)
                client.connect(("127.0.0.1", self.port))
                client.sendall(chance.choice(BROKEN))
                if chance.random() < 0.3:
                    client.setblocking(False)
                    try:
                        client.recv(chance.randint(1, 100_000))
                    except BlockingIOError:
                        pass
                if chance.random() < 0.7:
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.count += 1
            time.sleep(0.002)


    def end(self):
        self.is_over.set()
        self.join()


class Load:
    """Runs of wrk, one after the other, until they are told to end."""

    def __init__(self, *arguments):
        self.arguments, self.requests, self.failed, self.errors = arguments, 0, 0, []
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.is_over.is_set():
            command = ["wrk", "-t1", f"-d{SLICE}s", *self.arguments]
            output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            self.requests += int(re.search(r"(\d+) requests in", output).group(1))
            self.failed += sum(int(count) for count in re.findall(r"Non-2xx or 3xx responses: (\d+)", output))
            self.errors += re.findall(r"Socket errors: .*", output)


def look(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    kilobytes = int(re.search(r"VmRSS:\s+(\d+)", status).group(1))
    threads = int(re.search(r"Threads:\s+(\d+)", status).group(1))
    return kilobytes, len(os.listdir(f"/proc/{process.pid}/fd")), threads


def soak(process, port, wanted):
    """Runs the load, and gives the looks, the number of requests and what went wrong."""
    address = f"http://127.0.0.1:{port}"
    loads = [
        Load("-c48", "-s", str(MIX), address),
        Load("-c8", "-H", "Connection: close", f"{address}/hello"),
    ]
    breaker = Breaker(port)
    breaker.start()
    looks, start = [], time.monotonic()
    print(f"{'seconds':>8} {'requests':>10} {'broken off':>10} {'memory kB':>10} {'descriptors':>11} {'threads':>7}")
    while sum(load.requests for load in loads) < wanted:
        time.sleep(PERIOD)
        if process.poll() is not None:
            sys.exit(f"The server ended with {process.returncode}.")
        looks.append(look(process))
        if len(looks) % 5 == 0:
            done = sum(load.requests for load in loads)
            memory, descriptors, threads = looks[-1]
            seconds = time.monotonic() - start
            print(
                f"{seconds:8.0f} {done:10} {breaker.count:10} {memory:10} {descriptors:11} {threads:7}", flush=True
            )
    for load in loads:
        load.is_over.set()
    breaker.end()
    for load in loads:
        load.thread.join()
    errors = [error for load in loads for error in load.errors]
    # A hundredth of the mix asks for what is not there.
    for load, share in zip(loads, [0.01, 0]):
        if abs(load.failed - load.requests * share) > load.requests * share * 0.1:
            errors.append(f"{load.failed} of {load.requests} answers tell of a failure")
    return looks, sum(load.requests for load in loads), breaker.count, errors


def verdict(looks, before, after, errors):
    """What is wrong; empty when all is flat."""
    quarter = len(looks) // 4
    second, last = looks[quarter : 2 * quarter], looks[-quarter:]
    figures = [[statistics.median(look[index] for look in part) for part in (second, last)] for index in range(3)]
    bound = figures[0][0] * 1.02 + 256
    print(f"memory: second quarter {figures[0][0]:.0f} kB, last quarter {figures[0][1]:.0f} kB, bound {bound:.0f} kB")
    print(f"descriptors: before {before[1]}, after {after[1]}; threads: before {before[2]}, after {after[2]}")
    if figures[0][1] > bound:
        yield "memory grew"
    if figures[1][1] > figures[1][0] + 16:
        yield "descriptors grew under load"
    if after[1] > before[1]:
        yield "descriptors stayed"
    # The runtime's own threads come and go with work that leaves the loop.
    if max(look[2] for look in last) > max(look[2] for look in looks[: 2 * quarter]) or after[2] > before[2]:
        yield "threads grew"
    yield from errors


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=10_000_000)
    parser.add_argument("--loops", default="1")
    options = parser.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "small.txt").write_text("small\n" * 100)
        pathlib.Path(folder, "large.bin").write_bytes(bytes(8 << 20))
        command = [SERVER, "--port", "0", "--loops", options.loops, "--files", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            port = int(re.search(r":(\d+)/", process.stdout.readline()).group(1))
            warm_up = ["wrk", "-t1", "-c48", "-d2s", "-s", str(MIX), f"http://127.0.0.1:{port}"]
            subprocess.run(warm_up, capture_output=True, check=True)
            warm_up_breaker = Breaker(port)
            warm_up_breaker.start()
            time.sleep(2)
            warm_up_breaker.end()
            time.sleep(11)  # refused connections linger for ten seconds
            before = look(process)
            looks, requests, broken, errors = soak(process, port, options.requests)
            time.sleep(12)  # refused connections that linger have ended by then, and parked tasks
            found = list(verdict(looks, before, look(process), errors))
        finally:
            process.terminate()
            code = process.wait()
    found += [f"exit code {code}"] if code else []
    print(f"{requests} requests and {broken} broken off: {'; '.join(found) or 'flat'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
