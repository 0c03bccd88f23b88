import Testing
import loopback_bench

@Suite("Benchmarks: texts of other programs")
struct SystemTextTests {
    @Test("KIT-2 The processors' busy time leaves out what was idle or waiting")
    func busyTicks() {
        #expect(MachineUsage.busyTicks("cpu  100 20 30 5000 600 7 8 9 0 0\ncpu0 1 2 3 4 5 6 7 8\n") == 174)
        #expect(MachineUsage.busyTicks("cpu0 1 2 3 4 5 6 7 8") == nil)
        #expect(MachineUsage.busyTicks("cpu  1 2 3") == nil)
    }

    @Test("KIT-2 A field of a process's state is found by its whole name")
    func field() {
        let text = "VmRSSx:\t1 kB\nVmRSS:\t  2980 kB\nPss:   12 kB\n"
        #expect(ProcessUsage.field("VmRSS:", in: text) == 2980)
        #expect(ProcessUsage.field("Pss:", in: text) == 12)
        #expect(ProcessUsage.field("RSS:", in: text) == nil)
    }

    @Test("KIT-2 wrk's figures are read in every unit, and its complaints too")
    func wrk() throws {
        let text = """
            Running 1s test @ http://127.0.0.1:1/hello
              Latency Distribution
                 50%  341.00us
                 99%    1.25ms
              142033 requests in 1.00s, 23.03MB read
              Socket errors: connect 0, read 3, write 0, timeout 0
              Non-2xx or 3xx responses: 5
            Requests/sec: 142033.12
            """
        let output = try #require(WrkOutput(text))
        #expect(output.requestsPerSecond == 142033.12)
        #expect(output.p99Microseconds == 1250)
        #expect(output.complaints.count == 2)
        for (word, microseconds) in [("341.00us", 341.0), ("2.00s", 2e6), ("1.00m", 6e7)] {
            let changed = text.replacing("1.25ms", with: word)
            #expect(WrkOutput(changed)?.p99Microseconds == microseconds)
        }
        #expect(WrkOutput("Requests/sec: 5") == nil)
    }

    @Test("KIT-2 nginx gets what makes it fast, and one of its ports keeps open files")
    func nginx() throws {
        let text = NginxConfiguration(
            folder: "/run/x",
            workers: 3,
            port: 1001,
            cachingPort: 1002,
            descriptors: 20_000,
            isPrivileged: false
        ).text
        for line in [
            "worker_processes 3;", "access_log off;", "sendfile on;", "tcp_nodelay on;", "keepalive_requests 1000000;",
            "worker_connections 16384;", "root \"/run/x/files\";",
        ] { #expect(text.contains(line), "\(line)") }
        let servers = text.split(separator: "server {")
        #expect(servers.count == 3)
        #expect(servers[1].contains("127.0.0.1:1001") && !servers[1].contains("open_file_cache"))
        #expect(servers[2].contains("127.0.0.1:1002") && servers[2].contains("open_file_cache max"))
        #expect(text.filter { $0 == "{" }.count == text.filter { $0 == "}" }.count)
        #expect(!text.contains("user root"))
    }

    @Test("KIT-2 nginx as a proxy keeps its connections and buffers nothing; one of its ports has large buffers")
    func nginxProxy() throws {
        var configuration = NginxProxyConfiguration(port: 1001, largePort: 1002, upstreamPort: 1003)
        #expect(!configuration.text.contains("https"))
        configuration.securePort = 1004
        configuration.certificate = "/run/x/certificate.pem"
        let text = configuration.text
        for line in [
            "server 127.0.0.1:1004;", "proxy_pass https://secure/;", "proxy_ssl_verify on;",
            "proxy_ssl_trusted_certificate \"/run/x/certificate.pem\";",
            "proxy_buffering off;", "proxy_http_version 1.1;", "proxy_set_header Connection \"\";", "keepalive 64;",
            "keepalive_requests 1000000;", "server 127.0.0.1:1003;", "proxy_pass http://plain/;",
        ] { #expect(text.contains(line), "\(line)") }
        let servers = text.split(separator: "    server {")
        #expect(servers.count == 3)
        #expect(servers[1].contains("127.0.0.1:1001") && !servers[1].contains("proxy_buffer_size"))
        #expect(servers[2].contains("127.0.0.1:1002") && servers[2].contains("proxy_buffer_size 256k;"))
        #expect(text.filter { $0 == "{" }.count == text.filter { $0 == "}" }.count)
    }

    @Test("KIT-2 The heads that the parser is measured with are like a browser's in size")
    func heads() {
        #expect(BrowserHeads.all.count >= 3)
        #expect(BrowserHeads.all.allSatisfy { (400...1000).contains($0.count) })
    }
}
