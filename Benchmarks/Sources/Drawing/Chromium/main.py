"""Chromium: each sprite a div with a layer of its own, whose transform a script sets for every frame. Called as measure.h says.

The texts of the transforms are made before the time that is measured. Time is that of all the browser's processes, from the first
frame's callback to the one after the last frame's, for each frame that was drawn.
"""

import base64
import json
import os
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Python"))
import drawing  # noqa: E402
import measuring  # noqa: E402
import png  # noqa: E402
from browser import Browser, version  # noqa: E402

# A frame that takes long to draw is replaced by the next one if that comes before it is drawn. Frames then come further apart: CPU
# time is compared, so that waiting costs nothing.
LEAST_DRAWN = 0.9
PAUSES = [0, 100, 300, 1_000]  # milliseconds

SCRIPT = """
const sprites = [...document.querySelectorAll("div")], texts = [];
function prepare(frames) {
    for (const places of frames) texts.push(places.map(place => `matrix(${place.join()})`));
}
function set(frame) {
    for (let i = 0; i < sprites.length; i++) sprites[i].style.transform = texts[frame][i];
}
function run(first, end, pause) {
    return new Promise(done => {
        let frame = first;
        function step() {
            if (frame == end) return done(end);
            set(frame++);
            if (pause) setTimeout(() => requestAnimationFrame(step), pause);
            else requestAnimationFrame(step);
        }
        requestAnimationFrame(step);
    });
}
"""


def sprite():
    pixels = drawing.sprite()
    plain = bytearray()
    for i in range(0, len(pixels), 4):
        blue, green, red, alpha = pixels[i : i + 4]
        plain += bytes(min(255, (part * 255 + alpha // 2) // alpha) if alpha else 0 for part in (red, green, blue))
        plain.append(alpha)
    return base64.b64encode(png.write(drawing.SIDE, drawing.SIDE, bytes(plain))).decode()


def page():
    style = (
        "body { margin: 0; background: white; overflow: hidden } "
        f"div {{ position: absolute; left: 0; top: 0; width: {drawing.SIDE}px; height: {drawing.SIDE}px; "
        f"background: url(data:image/png;base64,{sprite()}); transform-origin: 0 0; will-change: transform }}"
    )
    divs = "".join(f'<div style="opacity: {opacity}"></div>' for opacity in drawing.opacities())
    return f"<!DOCTYPE html><style>{style}</style><body>{divs}</body>"


def places(scene, frame):
    """The six numbers of each sprite that CSS has in this order."""
    return [
        [round(m[i], 5) for i in (0, 3, 1, 4, 2, 5)] for m in drawing.matrices(scene, frame)
    ]


def shown(browser):
    """The page's pixels, as the sprite's."""
    width, height, size, pixels = png.read(browser.picture())
    if (width, height) != (drawing.WIDTH, drawing.HEIGHT):
        sys.exit(f"The page has {width} by {height} pixels.")
    result = bytearray(b"\xff" * (4 * width * height))
    for part in range(3):
        result[2 - part :: 4] = pixels[part::size]
    return result


def measure(browser, pause):
    """How many frames were drawn, and CPU and wall time of all; nothing if more than a tenth was left out."""
    end = drawing.WARM_UP + drawing.FRAMES
    browser.evaluate(f"run(0, {drawing.WARM_UP}, 0)")
    browser.begin_counting()
    cpu, wall = browser.cpu(), time.monotonic_ns()
    browser.evaluate(f"run({drawing.WARM_UP}, {end}, {pause})")
    cpu, wall = browser.cpu() - cpu, time.monotonic_ns() - wall
    drawn = browser.end_counting()
    if drawn >= LEAST_DRAWN * drawing.FRAMES:
        return drawn, {"cpu": cpu, "wall": wall}
    print(f"Chromium has drawn {drawn} of {drawing.FRAMES} frames, {pause} ms apart.", file=sys.stderr)
    return None


def sprites(scene):
    end = drawing.WARM_UP + drawing.FRAMES
    with Browser(drawing.WIDTH, drawing.HEIGHT) as browser:
        browser.show(page())
        browser.evaluate(SCRIPT)
        for frame in range(end):
            browser.evaluate(f"prepare({json.dumps([places(scene, frame)])})")
        drawn, figures = next(filter(None, (measure(browser, pause) for pause in PAUSES)), (0, None))
        if not figures:
            sys.exit("Chromium leaves frames out, so that what a frame costs is not known.")
        figures["peak-mib"] = browser.memory()
        drawing.check(scene, end - 1, shown(browser))
    return drawn, figures


measuring.run(
    {
        "translate-1k": lambda: sprites(drawing.TRANSLATE),
        "translate-1k-between": lambda: sprites(drawing.BETWEEN),
        "rotate-1k": lambda: sprites(drawing.ROTATE),
    },
    version(),
)
