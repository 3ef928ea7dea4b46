"""Chromium without a window and without a graphics card, driven through a pipe by its DevTools protocol."""

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile

PROGRAM = os.environ.get("CHROMIUM", "chromium")
TICKS = os.sysconf("SC_CLK_TCK")


def version():
    """What the program says of itself; raises OSError where there is none."""
    return subprocess.run([PROGRAM, "--version"], check=True, capture_output=True, text=True).stdout.strip()


def _pipe():
    """Two descriptors above those that the browser reads and writes."""
    ends = os.pipe()
    moved = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends]
    for end in ends:
        os.close(end)
    return moved


class Browser:
    """One page of a size. It shows frames as fast as it can make them."""

    def __init__(self, width, height):
        self.folder = tempfile.mkdtemp(prefix="bench-chromium-")
        commands, self.commands = _pipe()
        self.answers, answers = _pipe()
        self.buffer = b""
        self.number = 0
        self.session = None
        # Only pages of ours are shown, and as root it refuses to run in a sandbox.
        flags = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-frame-rate-limit", "--disable-gpu-vsync",
            "--remote-debugging-pipe", "--hide-scrollbars", "--force-device-scale-factor=1",
            "--force-color-profile=srgb", "--no-first-run", "--disable-background-networking", "--disable-extensions",
            "--disable-component-update", f"--user-data-dir={self.folder}", f"--window-size={width},{height}",
        ]
        # It reads from descriptor 3 and writes to 4. The shell moves ours there.
        line = f'exec "$0" "$@" 3<&{commands} 4>&{answers} {commands}<&- {answers}>&-'
        self.process = subprocess.Popen(
            ["bash", "-c", line, PROGRAM, *flags, "about:blank"],
            pass_fds=(commands, answers), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(answers)
        targets = self.send("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self.session = self.send("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )

    def __enter__(self):
        return self

    def __exit__(self, *error):
        try:
            self._send(None, "Browser.close", {})
            self.process.wait(10)
        except (ConnectionError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def send(self, method, **parameters):
        """The result of a command to the page, or to the browser before there is a page."""
        return self._send(self.session, method, parameters)

    def _send(self, session, method, parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data) :]
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self):
        """The next message."""
        while b"\0" not in self.buffer:
            part = os.read(self.answers, 1 << 20)
            if not part:
                raise ConnectionError(f"{PROGRAM} has ended.")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def show(self, html):
        """Makes a text the page's document."""
        frame = self.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self.send("Page.setDocumentContent", frameId=frame, html=html)

    def evaluate(self, expression):
        """The value of a script, or of its promise."""
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def begin_counting(self):
        """Begins to count what happens to frames: some dozen events for each."""
        # Events of each quad are in another category.
        self._send(None, "Tracing.start", {"traceConfig": {"includedCategories": ["benchmark"]}})

    def end_counting(self):
        """How many frames were drawn since."""
        self._send(None, "Tracing.end", {})
        drawn = 0
        while True:
            message = self.receive()
            if message.get("method") == "Tracing.tracingComplete":
                return drawn
            if message.get("method") == "Tracing.dataCollected":
                events = message["params"]["value"]
                drawn += sum(event["name"] == "DirectRenderer::DrawFrame" and event["ph"] in "BX" for event in events)

    def picture(self):
        """What the page shows, as a PNG file."""
        return base64.b64decode(self.send("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"])

    def processes(self):
        """The browser's process and all that come from it."""
        parents = {}
        for name in os.listdir("/proc"):
            if name.isdigit():
                fields = self._stat(name)
                if fields:
                    parents[int(name)] = int(fields[1])
        found = [self.process.pid]
        for process in found:
            found += [child for child, parent in parents.items() if parent == process]
        return found

    def cpu(self):
        """CPU time of all processes, in nanoseconds."""
        stats = [fields for fields in map(self._stat, self.processes()) if fields]
        return sum(int(fields[11]) + int(fields[12]) for fields in stats) * 1_000_000_000 // TICKS

    def memory(self):
        """What all processes have in memory, in MiB; what several share counts once."""
        total = 0
        for process in self.processes():
            try:
                with open(f"/proc/{process}/smaps_rollup") as file:
                    total += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
            except OSError:
                continue
        return total / 1024

    @staticmethod
    def _stat(process):
        """The fields after a process's name: state, parent and so on; None if it has ended."""
        try:
            with open(f"/proc/{process}/stat") as file:
                return file.read().rpartition(")")[2].split()
        except OSError:
            return None
