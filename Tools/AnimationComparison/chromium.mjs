// What Chromium's Web Animations say about the cases of a file: `node chromium.mjs CASES ANSWERS [PROGRAM]`.
import { readFileSync, writeFileSync } from "node:fs";
import { Browser } from "./Browser.mjs";

/** Runs in the page: plays each case, and reads it at each of its instants. */
function play(cases) {
    // Numbers and lengths of our own are kept as they are; those of the layout are rounded to a 64th of a pixel.
    const properties = [["--number", "<number>", "0"], ["--x", "<length>", "0px"], ["--y", "<length>", "0px"]];
    for (const [name, syntax, initialValue] of properties) {
        CSS.registerProperty({ name, syntax, inherits: false, initialValue });
    }
    const number = (style, name) => style.get(name).value;
    const matrix = (style) => {
        const value = style.get("transform");
        return Array.from((value.toMatrix ? value.toMatrix() : new DOMMatrix()).toFloat64Array());
    };
    const kinds = {
        number: { frame: ([n]) => ({ "--number": `${n}` }), read: (style) => [number(style, "--number")] },
        opacity: { frame: ([n]) => ({ opacity: `${n}` }), read: (style) => [number(style, "opacity")] },
        position: {
            frame: ([x, y]) => ({ "--x": `${x}px`, "--y": `${y}px` }),
            read: (style) => [number(style, "--x"), number(style, "--y")],
        },
        rotation: { frame: ([angle]) => ({ transform: `rotate(${angle}rad)` }), read: matrix },
        plane: { frame: (m) => ({ transform: `matrix(${[0, 1, 4, 5, 12, 13].map((i) => m[i])})` }), read: matrix },
        space: { frame: (m) => ({ transform: `matrix3d(${m})` }), read: matrix },
    };
    return cases.map((each) => {
        const { frame, read } = kinds[each.kind];
        const element = document.body.appendChild(document.createElement("div"));
        const animation = element.animate([frame(each.from), frame(each.to)], {
            duration: each.duration * 1000,
            delay: each.delay * 1000,
            iterations: each.iterations ?? Infinity,
            direction: each.direction,
            fill: each.fill,
            easing: each.easing ? `cubic-bezier(${each.easing})` : "linear",
        });
        animation.pause();
        // The computed style as numbers: as text it has six digits only.
        const style = element.computedStyleMap();
        const samples = each.instants.map(({ time }) => {
            animation.currentTime = time * 1000;
            return { progress: animation.effect.getComputedTiming().progress, value: read(style) };
        });
        // The same without the pace, which is what the pace was asked for.
        animation.effect.updateTiming({ easing: "linear" });
        each.instants.forEach(({ time }, index) => {
            animation.currentTime = time * 1000;
            samples[index].evenProgress = animation.effect.getComputedTiming().progress;
        });
        animation.cancel();
        element.remove();
        return { number: each.number, samples };
    });
}

const [, , casesFile, answersFile, program = "chromium"] = process.argv;
const cases = JSON.parse(readFileSync(casesFile, "utf8"));
const browser = await Browser.start(program);
try {
    const answers = await browser.call(play, cases);
    writeFileSync(answersFile, JSON.stringify({ browser: await browser.version(), answers }));
} finally {
    await browser.stop();
}
