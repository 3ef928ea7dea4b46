// A page of headless Chromium, driven through two pipes by the DevTools protocol.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The browser takes commands on its descriptor 3 and answers on 4: JSON, each message ended by a zero byte.
const commandPipe = 3;
const answerPipe = 4;

export class Browser {
    #process;
    #folder;
    #lastNumber = 0;
    #waiting = new Map();
    #session;

    /** Starts the program, with options of its own, and opens an empty page. */
    static async start(program, options = []) {
        const browser = new Browser(program, options);
        const { targetId } = await browser.#ask("Target.createTarget", { url: "about:blank" });
        const { sessionId } = await browser.#ask("Target.attachToTarget", { targetId, flatten: true });
        browser.#session = sessionId;
        return browser;
    }

    constructor(program, options) {
        this.#folder = mkdtempSync(join(tmpdir(), "mainspring-chromium-"));
        const own = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", `--user-data-dir=${this.#folder}`,
        ];
        this.#process = spawn(program, [...own, ...options], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
        this.#process.on("error", (error) => this.#fail(error));
        this.#process.on("exit", (code) => this.#fail(new Error(`${program} ended with status ${code}.`)));
        let rest = Buffer.alloc(0);
        this.#process.stdio[answerPipe].on("data", (data) => {
            rest = Buffer.concat([rest, data]);
            for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
                this.#take(JSON.parse(rest.subarray(0, end).toString()));
                rest = rest.subarray(end + 1);
            }
        });
        this.#process.stdio[commandPipe].on("error", (error) => this.#fail(error));
    }

    /** Calls a function in the page with one argument; both it and the result travel as JSON. */
    async call(body, argument) {
        const expression = `(${body})(${JSON.stringify(argument)})`;
        const parameters = { expression, returnByValue: true, awaitPromise: true };
        const { result, exceptionDetails } = await this.#ask("Runtime.evaluate", parameters, this.#session);
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    /** Gives the page a size, with one pixel to a point. */
    async resize(width, height) {
        const size = { width, height, deviceScaleFactor: 1, mobile: false };
        await this.#ask("Emulation.setDeviceMetricsOverride", size, this.#session);
    }

    /** What is seen of the page, as the bytes of a PNG file. */
    async picture(width, height) {
        const clip = { x: 0, y: 0, width, height, scale: 1 };
        const { data } = await this.#ask("Page.captureScreenshot", { format: "png", clip }, this.#session);
        return Buffer.from(data, "base64");
    }

    async version() {
        return (await this.#ask("Browser.getVersion")).product;
    }

    async stop() {
        const ended = new Promise((resolve) => this.#process.once("exit", resolve));
        this.#ask("Browser.close").catch(() => {});
        await ended;
        rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }

    #ask(method, params = {}, sessionId = undefined) {
        const id = ++this.#lastNumber;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject });
            this.#process.stdio[commandPipe].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
        });
    }

    #take(message) {
        const waiting = this.#waiting.get(message.id);
        if (!waiting) return;
        this.#waiting.delete(message.id);
        if (message.error) waiting.reject(new Error(`Chromium: ${message.error.message}`));
        else waiting.resolve(message.result);
    }

    #fail(error) {
        for (const { reject } of this.#waiting.values()) reject(error);
        this.#waiting.clear();
    }
}
