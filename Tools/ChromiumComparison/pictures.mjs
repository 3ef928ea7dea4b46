// Chromium's pictures of the scenes of a file: `node pictures.mjs SCENES FOLDER [PROGRAM]`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Browser } from "../../Tests/AnimationComparison/Browser.mjs";
import { move, show } from "./stage.mjs";

const side = 200;
// Colours as they are written, grey letters, edges where they are.
const options = ["--hide-scrollbars", "--force-color-profile=srgb", "--disable-lcd-text", "--font-render-hinting=none"];

const [, , scenesFile, folder, program = "chromium"] = process.argv;
const scenes = JSON.parse(readFileSync(scenesFile, "utf8"));
const browser = await Browser.start(program, options);
try {
    await browser.resize(side, side);
    for (const scene of scenes) {
        await browser.call(show, scene);
        for (const [index, instant] of scene.instants.entries()) {
            await browser.call(move, instant);
            writeFileSync(join(folder, `${scene.name}-${index}.png`), await browser.picture(side, side));
        }
    }
    writeFileSync(join(folder, "browser.txt"), await browser.version());
} finally {
    await browser.stop();
}
