/// The configuration that nginx is started with: what its users do to make it fast, and nothing that makes it slow.
package struct NginxConfiguration: Hashable, Sendable {
    /// The run's folder; files are served from its folder `files`.
    package var folder: String
    package var workers: Int
    /// The port that opens each file anew, and the one that keeps open files.
    package var port: UInt16
    package var cachingPort: UInt16
    /// The most descriptors that a worker may have.
    package var descriptors: Int
    /// Whether the process has all rights, and would give them up.
    package var isPrivileged: Bool

    package init(
        folder: String,
        workers: Int,
        port: UInt16,
        cachingPort: UInt16,
        descriptors: Int,
        isPrivileged: Bool
    ) {
        self.folder = folder
        self.workers = workers
        self.port = port
        self.cachingPort = cachingPort
        self.descriptors = descriptors
        self.isPrivileged = isPrivileged
    }

    /// The configuration's text.
    package var text: String {
        NginxFrame(folder: folder, workers: workers, descriptors: descriptors, isPrivileged: isPrivileged).text(
            http: """
                    root "\(folder)/files";
                    server {
                        listen 127.0.0.1:\(port) backlog=4096;
                \(Self.locations)
                    }
                    server {
                        listen 127.0.0.1:\(cachingPort) backlog=4096;
                        open_file_cache max=1000 inactive=60s;
                        open_file_cache_valid 30s;
                \(Self.locations)
                    }
                """
        )
    }

    /// `mirror` makes nginx read a whole body, into memory, before it answers; the answer then stands in for a count.
    private static let locations = """
                location = /hello { default_type text/plain; return 200 "Hello World!"; }
                location = /upload { mirror /read; try_files /1k.bin =404; error_page 405 =200 @counted; }
                location = /read { internal; return 200; }
                location @counted { default_type text/plain; return 200 "\(uploadLength)\\n"; }
        """
}

/// What all configurations of nginx have.
struct NginxFrame: Hashable, Sendable {
    let folder: String
    let workers: Int
    let descriptors: Int
    let isPrivileged: Bool

    /// A whole configuration.
    func text(http: String) -> String {
        """
        daemon off;
        \(isPrivileged ? "user root;  # the run's folder is closed to others" : "")
        worker_processes \(workers);
        worker_rlimit_nofile \(descriptors);
        pid "\(folder)/nginx.pid";
        error_log "\(folder)/error.log";
        events { worker_connections \(min(descriptors, 16384)); }
        http {
            access_log off;
            sendfile on;
            tcp_nodelay on;
            keepalive_requests 1000000;
            client_max_body_size 0;
            client_body_buffer_size 2m;
            client_body_temp_path "\(folder)/body";
            proxy_temp_path "\(folder)/proxy";
            fastcgi_temp_path "\(folder)/fastcgi";
            uwsgi_temp_path "\(folder)/uwsgi";
            scgi_temp_path "\(folder)/scgi";
        \(http)
        }

        """
    }
}
