// A headless Chromium, driven through its debugging pipe: nothing but node and the browser is
// needed.
import {execFileSync, spawn} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pathToFileURL} from "node:url";

const OPTIONS = [
	"--headless=new", "--no-sandbox", "--no-first-run", "--disable-gpu-sandbox", "--disable-dev-shm-usage",
	"--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--remote-debugging-pipe", "--hide-scrollbars",
	"--disable-background-networking", "--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND"
];

// runs mechfmu with its arguments in a folder
export const runIn = (folder, mechfmu) => (...args) =>
	execFileSync(mechfmu, args, {cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"]});

export class Browser {
	constructor(program = process.env.CHROMIUM ?? "chromium") {
		this.folder = mkdtempSync(join(tmpdir(), "mechfmu-browser-"));
		this.process = spawn(program, [...OPTIONS, `--user-data-dir=${this.folder}`, "about:blank"],
			                 {stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"]});
		this.waiting = new Map();
		this.number = 0;
		this.problems = [];
		this.requests = [];
		let text = "";
		this.process.stdio[4].on("data", (bytes) => {
			const parts = (text + bytes).split("\0");
			text = parts.pop();
			parts.forEach((part) => this.receive(JSON.parse(part)));
		});
		this.process.on("error", (error) => this.fail(error));
		this.process.on("exit", () => this.fail(new Error(`${program} has ended`)));
	}

	fail(error) {
		this.waiting.forEach(({reject}) => reject(error));
		this.waiting.clear();
	}

	receive(message) {
		const waits = this.waiting.get(message.id);
		if (waits !== undefined) {
			this.waiting.delete(message.id);
			if (message.error) {
				waits.reject(new Error(message.error.message));
			} else {
				waits.resolve(message.result);
			}
		} else if (message.method === "Runtime.exceptionThrown") {
			const {exceptionDetails: d} = message.params;
			this.problems.push(d.exception?.description ?? d.text);
		} else if (message.method === "Runtime.consoleAPICalled" &&
		           ["error", "warning"].includes(message.params.type)) {
			this.problems.push(message.params.args.map((a) => a.value ?? a.description).join(" "));
		} else if (message.method === "Log.entryAdded" && message.params.entry.level === "error") {
			this.problems.push(message.params.entry.text);
		} else if (message.method === "Network.requestWillBeSent") {
			this.requests.push(message.params.request.url);
		}
	}

	send(method, params = {}, session = this.session) {
		const id = ++this.number;
		this.process.stdio[3].write(JSON.stringify({id, method, params, sessionId: session}) + "\0");
		return new Promise((resolve, reject) => this.waiting.set(id, {resolve, reject}));
	}

	async attach() {
		if (this.session === undefined) {
			const {targetInfos} = await this.send("Target.getTargets", {}, undefined);
			const {targetId} = targetInfos.find((target) => target.type === "page");
			const {sessionId} = await this.send("Target.attachToTarget", {targetId, flatten: true}, undefined);
			this.session = sessionId;
			for (const domain of ["Page", "Runtime", "Log", "Network"]) {
				await this.send(`${domain}.enable`);
			}
		}
	}

	// small: with few pixels, which take most of the time without graphics hardware
	async open(
		path,
		{small = false, width = small ? 820 : 1200, height = small ? 200 : 760, dark = false, phone = false} = {}) {
		await this.attach();
		this.problems = [];
		this.requests = [];
		await this.send("Emulation.setDeviceMetricsOverride", {width, height, deviceScaleFactor: 1, mobile: phone});
		await this.send("Emulation.setEmulatedMedia",
		                {features: [{name: "prefers-color-scheme", value: dark ? "dark" : "light"}]});
		await this.send("Page.navigate", {url: pathToFileURL(path).href});
		await this.until(`location.href !== "about:blank" && document.readyState === "complete" &&
			(window.mechfmu !== undefined || document.getElementById("message")?.hidden === false)`);
	}

	async evaluate(expression) {
		const {result, exceptionDetails} =
			await this.send("Runtime.evaluate",
		                    {expression: `(async () => (${expression}))()`, awaitPromise: true, returnByValue: true});
		if (exceptionDetails) {
			throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
		}
		return result.value;
	}

	async until(condition, attempts = 600) {
		for (let i = 0; i < attempts; i++) {
			if (await this.evaluate(condition).catch(() => false)) {
				return;
			}
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		throw new Error(`never: ${condition}`);
	}

	async screenshot() {
		const {data} = await this.send("Page.captureScreenshot", {format: "png"});
		return Buffer.from(data, "base64");
	}

	async mouse(type, x, y, more = {}) {
		await this.send("Input.dispatchMouseEvent", {type, x, y, button: "none", ...more});
	}

	async key(key) {
		await this.send("Input.dispatchKeyEvent", {type: "keyDown", key, text: key.length === 1 ? key : undefined});
		await this.send("Input.dispatchKeyEvent", {type: "keyUp", key});
	}

	// asked to end, it ends its own processes first, which write into its folder
	async close() {
		this.process.removeAllListeners("exit");
		const ended = new Promise((resolve) => this.process.on("exit", resolve));
		this.send("Browser.close").catch(() => this.process.kill());
		await ended;
		rmSync(this.folder, {recursive: true, force: true, maxRetries: 20, retryDelay: 200});
	}
}
