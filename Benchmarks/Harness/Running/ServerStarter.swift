/// Starts the servers of a run.
struct ServerStarter {
    /// The program that serves as ours.
    let subject: String
    /// nginx's program, where it is installed.
    let nginx: String?
    /// Loops of ours and workers of nginx.
    let loops: Int
    /// How many descriptors a process may have.
    let descriptors: Int

    init(_ options: HarnessOptions) {
        subject = options.subject ?? Program.path
        nginx = Program.find(options.nginx ?? "nginx")
        loops = options.loops
        descriptors = Program.raiseDescriptorLimit()
    }

    func startSubject() throws(HarnessError) -> SubjectServer { try SubjectServer(subject, loops: loops) }

    func startNginx() throws(HarnessError) -> Nginx? {
        guard let nginx else { return nil }
        return try Nginx(nginx, workers: loops, descriptors: descriptors)
    }

    /// Another site, and both proxies in front of it; the site is nginx too, and nothing is measured without it.
    func startProxies() throws(HarnessError) -> (ours: SubjectServer, nginx: NginxProxy)? {
        guard let nginx else { return nil }
        let upstream = try UpstreamServer(nginx, descriptors: descriptors)
        let ours = try SubjectServer(
            subject,
            loops: loops,
            upstream: upstream.place,
            companions: upstream.processes
        )
        return (ours, try NginxProxy(nginx, workers: loops, descriptors: descriptors, upstream: upstream))
    }
}
