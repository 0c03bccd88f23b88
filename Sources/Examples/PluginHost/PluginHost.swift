/// Serves folders as plugins from the command line.
@main
struct PluginHost {
    static func main() async {
        print(HostCommand.helpText)
    }
}
