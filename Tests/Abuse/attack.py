#!/usr/bin/env python3
"""Attacks a hello-server of a release build as a whole process: memory, descriptors, signals and clocks.

    swift build -c release --product hello-server
    Tests/Abuse/attack.py [CHECK...]

Each check starts a server of its own, prints what it measured, and fails the script when that passes its bound. Without
names all checks run, in about 40 s. Linux; `vanish` needs root, `clock` a C compiler: they are skipped without.
"""

import concurrent.futures
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SERVER = ROOT / ".build/release/hello-server"
GET = b"GET %s HTTP/1.1\r\nHost: a\r\n\r\n"
HELLO = GET % b"/hello"
# An answer that never ends in a test's time, in parts of 64,000 bytes.
STREAM = GET % b"/stream?count=4000000000&size=64000"


class Failed(Exception):
    """A figure passed its bound."""


class Skipped(Exception):
    """The machine has not what the check needs."""


def require(condition, what):
    if not condition:
        raise Failed(what)


class Server:
    """A hello-server on a free port, killed at the end."""

    def __init__(self, *arguments, descriptors=None, environment=None):
        def limit():
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

        self.process = subprocess.Popen(
            [SERVER, "--port", "0", *arguments],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=limit,
            env={**os.environ, **(environment or {})},
        )
        line = self.process.stdout.readline()
        self.port = int(re.search(r":(\d+)/", line).group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def connect(self, data=b"", receive_buffer=None):
        client = socket.socket()
        client.settimeout(30)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if receive_buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        client.connect(("127.0.0.1", self.port))
        client.sendall(data)
        return client

    def answers(self, request=HELLO):
        """Whether a newcomer is answered."""
        with self.connect(request) as client:
            return b" 200 OK" in receive(client, b"\r\n\r\n")

    def settle(self):
        """Has the server do everything once, and waits until its descriptors are few; gives their number."""
        for request in [HELLO, GET % b"/hello-async", GET % b"/stream", GET % b"/files/large"]:
            self.answers(request)
        time.sleep(0.2)
        return self.descriptors()

    def memory(self):
        """Resident memory in bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) * 1024

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def cpu(self):
        """Seconds of work so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wait_for_descriptors(self, count, seconds=5):
        """Waits until so few are open; connections end without anybody being told."""
        end = time.monotonic() + seconds
        while self.descriptors() > count:
            require(time.monotonic() < end, f"{self.descriptors()} descriptors are open, not {count}")
            time.sleep(0.02)


def receive(client, until):
    data = b""
    while until not in data:
        part = client.recv(65536)
        if not part:
            break
        data += part
    return data


def reset(client):
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def close_all(clients):
    for client in clients:
        client.close()


# MARK: Checks


def connect_many(server, count):
    """Connections that send nothing, and the microseconds that each took."""
    start = time.monotonic()
    clients = [server.connect() for _ in range(count)]
    return clients, (time.monotonic() - start) / count * 1e6


def flood():
    """Ten thousand idle connections at a cap of 8192."""
    with Server() as server:
        server.settle()
        memory, clients = server.memory(), []
        for _ in range(6000):
            client = server.connect(HELLO)
            receive(client, b"Hello World!")
            clients.append(client)
        each = (server.memory() - memory) / len(clients)
        below, cost_below = connect_many(server, 2000)
        at, cost_at = connect_many(server, 2000)
        require(server.answers(), "a newcomer is not answered")
        open_count = server.descriptors()
        close_all(clients + below + at)
        require(each < 1024, f"an idle connection takes {each:.0f} bytes")
        require(open_count < 8192 + 32, f"{open_count} descriptors")
        require(cost_at < cost_below * 10, f"a connection at the cap {cost_at:.0f} us, below {cost_below:.0f} us")
        figures = f"{each:.0f} bytes each, {open_count} descriptors, a connection"
        return f"{figures} below the cap {cost_below:.0f} us, at it {cost_at:.0f} us"


def readers():
    """Two hundred readers that read nothing: streams, a file of 64 MiB, and pipelines."""
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/large", "wb") as file:
            file.truncate(64 << 20)
        pipeline = GET % b"/hello-async" * 1000
        for name, data, bound in [
            ("stream", STREAM, 400 << 10),
            ("file", GET % b"/files/large", 8 << 10),
            ("pipeline", pipeline, 200 << 10),
        ]:
            with Server("--files", folder) as server:
                idle, memory = server.settle(), server.memory()
                clients = [server.connect(data, receive_buffer=4096) for _ in range(200)]
                require(server.answers(), "a newcomer is not answered")
                time.sleep(0.5)  # nothing tells when the last one has filled its buffers
                each = (server.memory() - memory) / len(clients)
                for client in clients:
                    reset(client)
                server.wait_for_descriptors(idle)
                require(each < bound, f"a reader of a {name} takes {each / 1024:.0f} KiB")
                figures.append(f"{name} {each / 1024:.1f} KiB")
    return ", ".join(figures) + " each"


def heads():
    """A thousand heads of 15 KB that are never finished."""
    with Server() as server:
        idle, memory = server.settle(), server.memory()
        start = time.monotonic()
        head = b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X-Slow: 123456789\r\n" * 120 + b"X-Long: " + b"x" * 12700
        clients = [server.connect(head) for _ in range(1000)]
        require(server.answers(), "a newcomer is not answered")
        each = (server.memory() - memory) / len(clients)
        statuses = {receive(client, b"\r\n\r\n")[9:12] for client in clients}
        seconds = time.monotonic() - start
        close_all(clients)
        server.wait_for_descriptors(idle)
        require(statuses == {b"408"}, f"statuses {statuses}")
        require(each < 48 << 10, f"an unfinished head takes {each / 1024:.0f} KiB")
        require(9 < seconds < 15, f"ended after {seconds:.1f} s")
        return f"{each / 1024:.1f} KiB each, all answered 408 within {seconds:.1f} s"


def descriptors():
    """Sixty-four descriptors: two hundred silent clients, then sixty busy ones."""
    with Server(descriptors=64) as server:
        silent = [server.connect() for _ in range(200)]
        require(server.answers(), "a newcomer is not answered among silent ones")
        close_all(silent)
        server.wait_for_descriptors(20)
        busy = [server.connect(STREAM, receive_buffer=4096) for _ in range(80)]
        time.sleep(0.3)
        full, work = server.descriptors(), server.cpu()
        waiting = server.connect(HELLO)
        time.sleep(2)
        work = (server.cpu() - work) / 2
        require(full >= 60, f"only {full} descriptors are open: the limit is not met")
        require(work < 0.1, f"{work:.0%} of a core while nobody can be let in")
        close_all(busy)
        start = time.monotonic()
        require(receive(waiting, b"Hello World!"), "who waited is not answered")
        return f"{work:.1%} of a core at the limit, served {time.monotonic() - start:.2f} s after one was free"


def resets():
    """Thirty thousand connections that are reset anywhere."""
    requests = [
        HELLO, GET % b"/hello-async", GET % b"/stream?count=1000&size=1000", STREAM,
        b"POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nbody",
        b"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe",
        b"GET /hello HTTP/1.1\r\nHo", b"nonsense\r\n\r\n", b"",
    ]  # fmt: skip
    with Server() as server:
        idle = server.settle()

        def round_of(count):
            for number in range(count):
                client = server.connect(requests[number % len(requests)])
                if number % 3 == 0 and number % len(requests) < 4:
                    client.recv(1 + number % 500)
                reset(client)
            server.wait_for_descriptors(idle)
            return server.memory()

        first = round_of(10_000)
        last = round_of(20_000)
        require(last - first < 512 << 10, f"grew by {(last - first) >> 10} KiB")
        return f"{first >> 10} KiB after 10,000 and {last >> 10} KiB after 30,000"


def vanish():
    """A hundred clients whose machine loses power: their sockets go without a FIN or RST."""
    with Server() as server:
        idle = server.settle()
        for count in range(100):
            client = server.connect(STREAM if count % 2 else HELLO, receive_buffer=4096)
            receive(client, b"\r\n\r\n")
            try:
                client.setsockopt(socket.IPPROTO_TCP, 19, 1)  # TCP_REPAIR: what is closed now says nothing
            except PermissionError as error:
                raise Skipped("TCP_REPAIR needs root") from error
            client.close()
        server.wait_for_descriptors(idle + 50)
        require(server.answers(), "a newcomer is not answered")
        time.sleep(1)
        require(server.descriptors() >= idle + 50, "idle ones are gone although nobody told of their end")
        return "streams ended with the first byte that met nobody, idle ones wait for their limit"


def stopped():
    """A process that stands still for twelve seconds while a head is under way."""
    with Server() as server:
        clients = [server.connect(data) for data in [HELLO[:20], b"", HELLO]]
        receive(clients[2], b"Hello World!")
        time.sleep(4)
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(12)
        server.process.send_signal(signal.SIGCONT)
        time.sleep(0.5)
        for client, rest in zip(clients, [HELLO[20:], HELLO, HELLO]):
            client.sendall(rest)
            answer = receive(client, b"Hello World!")
            require(b" 200 " in answer, f"cut at once: {answer[:40]}")
        late = server.connect(HELLO[:20])
        start = time.monotonic()
        require(b" 408 " in receive(late, b"\r\n\r\n"), "no 408")
        seconds = time.monotonic() - start
        require(9 < seconds < 12, f"a head's limit of {seconds:.1f} s")
        return f"nothing was cut at the wake-up; a later head ended after {seconds:.1f} s"


# Adds to the time of day what stands in a file, and leaves every other clock alone.
STEP = r"""
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *time) {
    long result = syscall(SYS_clock_gettime, clock, time), step = 0;
    if (clock != CLOCK_REALTIME) return result;
    FILE *file = fopen(getenv("CLOCK_STEP"), "r");
    if (file) { if (fscanf(file, "%ld", &step) != 1) step = 0; fclose(file); }
    time->tv_sec += step;
    return result;
}
"""


def clock():
    """Steps of the clock by a year, in both directions: of this server's time of day alone."""
    compiler = shutil.which("clang") or shutil.which("cc")
    if not compiler:
        raise Skipped("no C compiler")
    with tempfile.TemporaryDirectory() as folder:
        source, library, step = (f"{folder}/{name}" for name in ["step.c", "step.so", "step"])
        pathlib.Path(source).write_text(STEP)
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
        pathlib.Path(step).write_text("0")
        with Server(environment={"LD_PRELOAD": library, "CLOCK_STEP": step}) as server:
            kept, unfinished = server.connect(), server.connect(HELLO[:20])
            start, years = time.monotonic(), []
            for seconds in [0, 366 * 86400, -366 * 86400]:
                pathlib.Path(step).write_text(str(seconds))
                time.sleep(1.2)  # a Date is a second old at most
                kept.sendall(HELLO)
                answer = receive(kept, b"Hello World!")
                years.append(int(re.search(rb"Date: \w+, \d+ \w+ (\d+)", answer).group(1)))
            year = time.gmtime().tm_year
            require(years == [year, year + 1, year - 1], f"Date has the years {years}")
            require(b" 408 " in receive(unfinished, b"\r\n\r\n"), "no 408")
            seconds = time.monotonic() - start
            require(9 < seconds < 12, f"a head's limit of {seconds:.1f} s")
            return f"Date went along, and a head's limit of 10 s took {seconds:.1f} s"


def stop():
    """SIGTERM with connections in every phase: the process ends by itself, within the default deadline of 10 s."""
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    with Server() as server:
        states = [
            b"", HELLO[:20], HELLO, STREAM, GET % b"/events", b"nonsense\r\n\r\n",
            b"POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nbody",
            b"POST /hello HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nbody",
            b"GET /socket HTTP/1.1\r\nHost: a\r\n" + upgrade + b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n",
        ]  # fmt: skip
        clients = [server.connect(state, receive_buffer=4096) for state in states * 20]
        require(server.answers(), "no answer")
        start = time.monotonic()
        server.process.terminate()
        try:
            code = server.process.wait(timeout=15)
        except subprocess.TimeoutExpired as error:
            raise Failed("it does not end") from error
        seconds = time.monotonic() - start
        close_all(clients)
        require(code == 0, f"exit code {code}")
        require(seconds < 11.5, f"after {seconds:.1f} s")
        return f"ended after {seconds:.1f} s with exit code 0"


# Those that measure work run by themselves; the others mostly wait, and do so together.
ALONE = [flood, readers, resets, descriptors]
TOGETHER = [heads, vanish, stopped, clock, stop]


def run(check):
    try:
        return "ok", check()
    except Skipped as reason:
        return "skipped", str(reason)
    except (Failed, OSError, AttributeError) as failure:
        return "FAILED", f"{failure} ({check.__doc__})"


def main():
    names = {check.__name__: check for check in ALONE + TOGETHER}
    wanted = [names[name] for name in sys.argv[1:]] or list(names.values())
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if hard > 0 else 65536, hard))
    failures = 0

    def show(check, outcome):
        print(f"{check.__name__:<12} {outcome[0]:<8} {outcome[1]}", flush=True)
        return outcome[0] == "FAILED"

    for check in wanted:
        if check in ALONE:
            failures += show(check, run(check))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        waiting = [(check, pool.submit(run, check)) for check in wanted if check in TOGETHER]
        for check, outcome in waiting:
            failures += show(check, outcome.result())
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
