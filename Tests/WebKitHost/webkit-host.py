#!/usr/bin/python3
"""A small app that embeds WebKitGTK, driven by JSON lines, so that tests see what an embedding app sees.

With --dark its pages are told that their user prefers dark colours.

Each line on standard input is a command with an "id", a "command" and, for most, the name of a "page":

    open        a new page: "profile" (a folder that keeps its storage; none: nothing is kept), "width", "height",
                "scripts" (run at document start, in every frame), "handlers" and "askingHandlers" (names of
                window.webkit.messageHandlers; the latter give the page a promise)
    load        go to "url"; done when the new document has taken the old one's place
    run         run "source", the body of an async function that gives a string; done when its promise is
    answer      settle the promise of a "question" with "value", or refuse it with "error"
    cookies     every cookie that the engine would send to "url"
    screenshot  what the window shows, as a PNG "file"
    terminate   end the page's web process
    close       close the page
    quit        close everything and end

Each line on standard output is a reply, {"id": ..., "value": ...} or {"id": ..., "error": "..."}, or an event,
{"event": ..., "page": ..., ...}: message, question, processEnded, loadFailed. The engine's own words go to standard error.
"""

import json
import os
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, GLib, Gtk, WebKit2

# Replies have a descriptor of their own: nothing that a library prints may come between them.
replies = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
os.dup2(2, 1)


def tell(**line):
    """Writes one line of JSON."""
    replies.write(json.dumps(line) + "\n")


class Failure(Exception):
    """A command that failed, said in a sentence."""


class Page:
    """One web view in a window of its own, with a profile of its own."""

    def __init__(self, name, command):
        self.name = name
        self.questions = {}
        self.pending_load = None
        self.pending_runs = set()
        self.popups = []
        self.content = self.make_content(command)
        self.context = self.make_context(command.get("profile"))
        self.view = WebKit2.WebView(web_context=self.context, user_content_manager=self.content)
        settings = self.view.get_settings()
        settings.set_enable_write_console_messages_to_stdout(True)
        settings.set_media_playback_requires_user_gesture(False)
        settings.set_javascript_can_open_windows_automatically(True)
        # The tests' machines have no graphics processor.
        settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
        self.view.connect("load-changed", self.on_load_changed)
        self.view.connect("load-failed", self.on_load_failed)
        self.view.connect("web-process-terminated", self.on_process_ended)
        self.view.connect("create", self.on_create)
        self.window = self.make_window(self.view, command["width"], command["height"])

    def make_content(self, command):
        """The scripts and message handlers that the page finds."""
        content = WebKit2.UserContentManager()
        for source in command.get("scripts", []):
            content.add_script(
                WebKit2.UserScript.new(
                    source,
                    WebKit2.UserContentInjectedFrames.ALL_FRAMES,
                    WebKit2.UserScriptInjectionTime.START,
                    None,
                    None,
                )
            )
        for handler in command.get("handlers", []):
            content.connect("script-message-received::" + handler, self.on_message, handler)
            content.register_script_message_handler(handler)
        for handler in command.get("askingHandlers", []):
            content.connect("script-message-with-reply-received::" + handler, self.on_question, handler)
            content.register_script_message_handler_with_reply(handler, None)
        return content

    def make_context(self, profile):
        """Where the page's storage lives. A proxy and a pinned certificate have their place here as well:
        manager.set_network_proxy_settings and context.allow_tls_certificate_for_host."""
        if profile is None:
            return WebKit2.WebContext.new_ephemeral()
        manager = WebKit2.WebsiteDataManager(
            base_data_directory=profile, base_cache_directory=os.path.join(profile, "cache")
        )
        manager.get_cookie_manager().set_persistent_storage(
            os.path.join(profile, "cookies.sqlite"), WebKit2.CookiePersistentStorage.SQLITE
        )
        return WebKit2.WebContext.new_with_website_data_manager(manager)

    def make_window(self, view, width, height):
        # No window manager runs here: a popup has exactly the size that it asks for.
        window = Gtk.Window(type=Gtk.WindowType.POPUP)
        window.set_default_size(width, height)
        window.add(view)
        window.show_all()
        return window

    # What the engine tells.

    def on_load_changed(self, view, stage):
        if stage != WebKit2.LoadEvent.COMMITTED:
            return
        # The engine forgets the functions that ran in the old document.
        self.end_runs("the document went while the function ran")
        if self.pending_load is not None:
            # An address that the engine refuses by itself, such as a forbidden port, leads to an empty page.
            if view.get_uri() == "about:blank" != self.pending_load["url"]:
                self.end_load(error="the engine refuses " + self.pending_load["url"])
            self.end_load(value=view.get_uri())

    def on_create(self, view, action):
        """The page opens a window: it gets one, of the same profile."""
        popup = WebKit2.WebView.new_with_related_view(view)
        window = self.make_window(popup, 400, 300)
        popup.connect("close", lambda _: window.destroy())
        self.popups.append(window)
        return popup

    def on_load_failed(self, view, stage, url, error):
        tell(event="loadFailed", page=self.name, url=url, reason=error.message)
        self.end_load(error="%s: %s" % (url, error.message))
        return True  # no page of the engine's own about it

    def end_load(self, **outcome):
        if self.pending_load is not None:
            tell(id=self.pending_load["id"], **outcome)
            self.pending_load = None

    def on_process_ended(self, view, reason):
        tell(event="processEnded", page=self.name, reason=reason.value_nick)
        self.end_load(error="the web process ended: " + reason.value_nick)
        self.end_runs("the web process ended: " + reason.value_nick)

    def end_runs(self, reason):
        for number in self.pending_runs:
            tell(id=number, error=reason)
        self.pending_runs.clear()

    def on_message(self, content, result, handler):
        body = json.loads(result.get_js_value().to_json(0) or "null")
        tell(event="message", page=self.name, handler=handler, body=body)

    def on_question(self, content, value, reply, handler):
        question = len(self.questions) + 1
        self.questions[question] = (value.get_context(), reply)
        body = json.loads(value.to_json(0) or "null")
        tell(event="question", page=self.name, handler=handler, body=body, question=question)
        return True  # it is answered later

    # What the test asks for. Each gives its reply's value, or None when the reply comes later.

    def load(self, command):
        self.end_load(error="another load began")
        self.pending_load = command
        self.view.load_uri(command["url"])

    def run(self, command):
        def done(view, result):
            try:
                reply = {"value": view.call_async_javascript_function_finish(result).to_string()}
            except GLib.Error as error:
                reply = {"error": error.message}
            if command["id"] in self.pending_runs:
                self.pending_runs.remove(command["id"])
                tell(id=command["id"], **reply)

        self.pending_runs.add(command["id"])
        self.view.call_async_javascript_function(command["source"], -1, None, None, None, None, done)

    def answer(self, command):
        context, reply = self.questions[command["question"]]
        self.questions[command["question"]] = None
        if "error" in command:
            reply.return_error_message(command["error"])
        else:
            json_text = json.dumps(command.get("value"))
            reply.return_value(context.evaluate("(" + json_text + ")", -1))
        return True

    def cookies(self, command):
        def done(manager, result):
            try:
                found = manager.get_cookies_finish(result)
            except GLib.Error as error:
                tell(id=command["id"], error=error.message)
                return
            names = [
                {"name": c.get_name(), "value": c.get_value(), "domain": c.get_domain(), "path": c.get_path()}
                for c in found
            ]
            tell(id=command["id"], value=names)

        self.context.get_cookie_manager().get_cookies(command["url"], None, done)

    def screenshot(self, command, previous=None, tries=20):
        # The window shows what the web process painted a moment later: wait until it stands still, though not for ever,
        # since a video never does.
        window = self.view.get_window()
        picture = Gdk.pixbuf_get_from_window(window, 0, 0, window.get_width(), window.get_height())
        if tries > 0 and (previous is None or previous.get_pixels() != picture.get_pixels()):
            GLib.timeout_add(100, self.screenshot, command, picture, tries - 1)
        else:
            picture.savev(command["file"], "png", [], [])
            tell(id=command["id"], value=True)

    def terminate(self, command):
        self.view.terminate_web_process()
        return True

    def close(self, command=None):
        self.end_load(error="the page was closed")
        self.end_runs("the page was closed")
        for window in [*self.popups, self.window]:
            window.destroy()
        return True


class Host:
    """Reads commands and hands them to the pages."""

    def __init__(self):
        self.pages = {}
        self.input = b""
        self.loop = GLib.MainLoop()
        GLib.unix_fd_add_full(0, 0, GLib.IOCondition.IN | GLib.IOCondition.HUP, self.on_input, None)

    def on_input(self, descriptor, condition, data):
        part = os.read(descriptor, 1 << 16)
        if not part:  # whoever started this app is gone
            self.loop.quit()
            return False
        *lines, self.input = (self.input + part).split(b"\n")
        for line in lines:
            self.take(json.loads(line))
        return True

    def take(self, command):
        try:
            value = self.carry_out(command)
            if value is not None:
                tell(id=command["id"], value=value)
        except Exception as error:
            tell(id=command["id"], error="%s: %s" % (type(error).__name__, error))

    def carry_out(self, command):
        name = command["command"]
        if name == "quit":
            for page in self.pages.values():
                page.close()
            self.pages.clear()
            # One more turn of the loop lets the engine write down what it keeps.
            GLib.idle_add(self.loop.quit)
            return True
        if name == "open":
            self.pages[command["page"]] = Page(command["page"], command)
            return True
        if name not in ("load", "run", "answer", "cookies", "screenshot", "terminate", "close"):
            raise Failure("no command " + name)
        page = self.pages.pop(command["page"]) if name == "close" else self.pages[command["page"]]
        return getattr(page, name)(command)


# Pages are told what the whole app prefers.
Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", "--dark" in sys.argv)
host = Host()
tell(event="ready")
host.loop.run()
