"""Chromium, driven over a pipe: nothing to install but the browser."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-default-apps", "--disable-extensions", "--hide-scrollbars",
    "--force-color-profile=srgb", "--remote-debugging-pipe",
]
KEYS = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39,
        "Home": 36, "End": 35, "PageDown": 34, "PageUp": 33}


def find():
    return next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)


class Browser:
    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="mastiff-report-")
        to_read, self.out = os.pipe()
        self.back, to_write = os.pipe()

        def hand_over():
            # The browser reads commands from 3 and answers on 4. Copied out of the way first: either may be one of them.
            reading, writing = os.dup(to_read), os.dup(to_write)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen([program, *FLAGS, f"--user-data-dir={self.profile}", "about:blank"],
                                        preexec_fn=hand_over, close_fds=False, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.number = 0
        self.buffer = b""
        self.events = []

    def close(self):
        try:
            self.send("Browser.close")
            self.process.wait(10)
        except Exception:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method, session=None, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        return self.answer(self.number)

    def answer(self, number, patience=90):
        end = time.monotonic() + patience
        while True:
            message = self.receive(end - time.monotonic())
            if message is None:
                raise TimeoutError("the browser does not answer")
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(message["error"])
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def receive(self, patience):
        while b"\0" not in self.buffer:
            if patience <= 0 or not select.select([self.back], [], [], patience)[0]:
                return None
            piece = os.read(self.back, 1 << 20)
            if not piece:
                raise RuntimeError("the browser is gone")
            self.buffer += piece
        line, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(line)

    def page(self, width=1280, height=900):
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Page(self, target, session, width, height)


class Page:
    def __init__(self, browser, target, session, width, height):
        self.browser, self.target, self.session = browser, target, session
        for domain in ["Page", "Runtime", "Log", "Network", "DOM", "Accessibility"]:
            self.send(f"{domain}.enable")
        self.size(width, height)

    def send(self, method, **params):
        return self.browser.send(method, session=self.session, **params)

    def size(self, width, height):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def scheme(self, name):
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def open(self, url, ready="document.documentElement?.dataset.ready === 'yes'"):
        self.send("Page.navigate", url=url)
        self.wait(ready)

    def wait(self, condition, patience=60):
        end = time.monotonic() + patience
        while not self.run(condition):
            if time.monotonic() > end:
                raise TimeoutError(f"never became true: {condition}")
            time.sleep(0.02)

    def run(self, script):
        result = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"].get("description", "?") + "\nin " + script)
        return result["result"].get("value")

    def key(self, name):
        text = {"Enter": "\r"}.get(name, name if len(name) == 1 else "")
        code = KEYS.get(name, ord(name[0].upper()))
        common = dict(key=name, code=name, windowsVirtualKeyCode=code, nativeVirtualKeyCode=code)
        self.send("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **common)
        self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text):
        self.send("Input.insertText", text=text)

    def picture(self, path, whole=False):
        params = {"format": "png"}
        if whole:
            box = self.send("Page.getLayoutMetrics")["cssContentSize"]
            params |= {"captureBeyondViewport": True, "clip": {"x": 0, "y": 0, "width": box["width"], "height": box["height"], "scale": 1}}
        data = self.send("Page.captureScreenshot", **params)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """What the page complained about: errors, refusals of its own policy, anything on the console."""
        self.run("0")
        found = []
        for event in self.mine():
            if event["method"] in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"):
                found.append(json.dumps(event["params"])[:400])
        return found

    def requests(self):
        self.run("0")
        return [event["params"]["request"]["url"] for event in self.mine() if event["method"] == "Network.requestWillBeSent"]

    def mine(self):
        return [event for event in self.browser.events if event.get("sessionId") == self.session]

    def close(self):
        self.browser.send("Target.closeTarget", targetId=self.target)
