extension HostCommand {
    /// The help text.
    package static let helpText = """
        Serves folders as plugins at http://127.0.0.1:PORT/<token>/<kind>/<id>/ until it is interrupted.

        usage: plugin-host [options] [FOLDER ...]

        Without a folder it serves the origin check, and a page on another port that must not get its files.

        A folder is prepared into a private one: references are rewritten, and the scripts that pages need are added. What
        is changed while it runs is prepared again, so that a reload shows it.

          --id ID           the id of a folder; repeat it for several folders, in their order (default: the folder's name)
          --kind KIND       sections, widgets, plugins or a kind of your own (default: plugins)
          --app-id TEXT     the application identifier that the port is derived from (default: plugin-host)
          --port N          try this port first; where it is taken another one is used, and told
          --fallback FILE   a document inside each folder that answers where no file is: for single-page apps
          --no-prepare      serve the folders as they are
          --in-place        prepare the folders themselves, not copies of them
          --legacy-base PREFIX[=FOLDER]
                            a URL prefix that stands for the folder, or for one inside it, besides / (may be repeated)
          --no-proxy        pages can't call other sites
          --cookies FILE    keep other sites' cookies in this file (default: until the end)
          --cookies-unless-omitted
                            send and keep cookies with each call whose page did not ask for none (omit), and not only with
                            those whose page asked for them (include)
          --allow-upstream HOST:PORT
                            for development: let pages call a service of this machine; a name is looked up at the start,
                            and open with the loopback addresses that it has then (may be repeated)
          --quiet, -q       print the address alone
          --verbose, -v     print every request
          --json            print events as JSON lines; the first is {"event":"ready","url":...,"port":...}
          --help, -h        print this text

        Interrupt it (Ctrl-C, or SIGTERM) to stop: answers that are under way end first. Interrupt it again to stop at once.

        exit codes:
           0  it was stopped
          64  the command line makes no sense
          66  a folder or the fallback document is missing, is not one, or can't be read or prepared;
              or the cookie file can't be read, or is none
          69  no port could be listened on
          70  something else went wrong
          73  the private folder or the cookie file can't be made or written
          74  the last cookies could not be written
          75  another process uses the cookie file

        """
}
